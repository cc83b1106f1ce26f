import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { SecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";
import { atFileEnd } from "../testing/file-end.ts";
import { testDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Entry, readArchive, writeArchive } from "./archive.ts";
import { insertContainers, scratchFolder } from "./backup.fixture.ts";
import { makeBackup } from "./make-backup.ts";
import { manifestName } from "./manifest.ts";
import { readBackup } from "./read-backup.ts";

const box = new SecretBox(randomBytes(32));
const key = { passphrase: undefined, box };
const withPassphrase = { passphrase: "rain and shine on the roof", box: undefined };

let folder: string;
let source: TestDatabase;
let good: string;

beforeAll(async () => {
  folder = await scratchFolder();
  source = await testDatabase();
  atFileEnd(() => source.drop());
  await source.pool.query(insertContainers, [1, 50]);
  good = join(folder, "good.backup");
  await makeBackup({ from: source.address, path: good, key });
});

async function changed(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, change(await readFile(good)));
  return path;
}

async function* listed(entries: readonly Entry[]) {
  yield* entries;
}

async function all(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of readArchive(path, key)) entries.push(entry);
  return entries;
}

const whole = (path: string) => readBackup(path, key, {});

test("a backup says how many rows it has, and nothing in it can be read without the key", async () => {
  const { manifest, rows } = await whole(good);
  expect(rows).toBeGreaterThanOrEqual(50);
  expect(manifest.tables.map(({ name }) => name)).not.toContain("session");
  const bytes = await readFile(good, "latin1");
  expect(bytes).not.toContain("container");
  expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
});

test("a backup with one flipped byte is refused, wherever it is", async () => {
  const { length } = await readFile(good);
  const places = Array.from({ length: 24 }, (_, n) => Math.floor((n * (length - 1)) / 23));
  for (const place of places) {
    const path = await changed("flipped.backup", (bytes) => {
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
      return bytes;
    });
    await expect(whole(path), `byte ${place}`).rejects.toThrow(
      /^The backup .+(damaged or no backup|portal\.key).+; .+\.$/,
    );
  }
});

test("a backup that was cut off, or has something behind its end, is refused", async () => {
  const { length } = await readFile(good);
  for (const end of [0, 10, 200, length >> 1, length - 1])
    await expect(whole(await changed("short.backup", (bytes) => bytes.subarray(0, end)))).rejects.toThrow(/damaged/);
  const longer = await changed("longer.backup", (bytes) => Buffer.concat([bytes, Buffer.from("x")]));
  await expect(whole(longer)).rejects.toThrow(/damaged/);
});

test("a backup whose rows or parts are not those that it counted is refused", async () => {
  const entries = await all(good);
  const place = entries.findIndex(({ name }) => name.startsWith("tables/container/"));
  const changes: Record<string, Entry[]> = {
    "rows do not add up": entries.toSpliced(place, 1),
    "end is missing": entries.slice(0, -1),
    "does not begin": entries.slice(1),
    "nothing is known": entries.toSpliced(place, 0, { name: "tables/nobody/00000001", data: Buffer.from("1\n") }),
  };
  for (const [reason, changedEntries] of Object.entries(changes)) {
    const path = join(folder, "other.backup");
    await writeArchive(path, key, listed(changedEntries));
    await expect(whole(path)).rejects.toThrow(reason);
  }
});

test("a backup of a newer format is told from a damaged one", async () => {
  const path = join(folder, "newer.backup");
  await writeArchive(path, key, listed([{ name: manifestName, data: Buffer.from('{"format":2,"more":1}') }]));
  await expect(whole(path)).rejects.toThrow(/has the format 2, which a newer portal wrote; use that portal/);
});

test("a backup opens with the key or passphrase that it was made with, and says which one is missing", async () => {
  const path = join(folder, "passphrase.backup");
  await makeBackup({ from: source.address, path, key: withPassphrase });
  const read = (passphrase: string | undefined, of = box) => readBackup(path, { passphrase, box: of }, {});
  expect((await read(withPassphrase.passphrase)).rows).toBeGreaterThanOrEqual(50);
  await expect(read(undefined)).rejects.toThrow(/encrypted with a passphrase; name the file/);
  await expect(read("another passphrase")).rejects.toThrow(/does not open the backup/);
  const another = { passphrase: undefined, box: new SecretBox(randomBytes(32)) };
  await expect(readBackup(good, another, {})).rejects.toThrow(/is not the one in DATA_DIR; put that file/);
  await expect(readBackup(good, { ...another, box: undefined }, {})).rejects.toThrow(/portal\.key/);
  await expect(readBackup(join(folder, "nowhere"), key, {})).rejects.toThrow(/cannot be read \(ENOENT/);
});

test("a backup that cannot be written is one sentence that says whose its folder has to be", async () => {
  await writeFile(join(folder, "no-folder"), "");
  const path = join(folder, "no-folder", "new.backup");
  const one = /^The backup .+ cannot be written \(E.+\); its folder has to belong to .+ ReadWritePaths .+\.$/;
  const made = makeBackup({ from: source.address, path, key });
  await expect(made).rejects.toThrow(StartError);
  await expect(made).rejects.toThrow(one);
  await expect(makeBackup({ from: source.address, path, folder: dirname(path), key })).rejects.toThrow(one);
});

test("a file holds portal.key only where a passphrase closes it", async () => {
  const path = join(folder, "key.backup");
  await writeFile(join(folder, "portal.key"), "the key\n");
  await expect(makeBackup({ from: source.address, path, key, keyFrom: folder })).rejects.toThrow(
    /BACKUP_PASSPHRASE_FILE/,
  );
  await makeBackup({ from: source.address, path, key: withPassphrase, keyFrom: folder });
  const found: string[] = [];
  await readBackup(path, withPassphrase, { key: async (text) => void found.push(text) });
  expect(found).toEqual(["the key\n"]);
});

test("a backup that is broken off leaves nothing", async () => {
  const path = join(folder, "broken-off.backup");
  const control = new AbortController();
  const progress = () => control.abort();
  const made = makeBackup({ from: source.address, path, key, progress, signal: control.signal });
  await expect(made).rejects.toThrow(/abort/);
  expect((await readdir(folder)).filter((name) => name.startsWith("broken-off"))).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  "as root: a backup and the folders made for it belong to whoever has the folder around them",
  async () => {
    const around = join(folder, "of-another");
    await mkdir(around);
    await chown(around, 54_321, 54_322);
    const within = join(around, "backups", "of-here");
    await makeBackup({ from: source.address, path: join(within, "own.backup"), folder: within, key });
    for (const path of ["backups", "backups/of-here", "backups/of-here/own.backup"]) {
      expect(await stat(join(around, path)), path).toMatchObject({ uid: 54_321, gid: 54_322 });
    }
    expect((await stat(join(within, "own.backup"))).mode & 0o777).toBe(0o600);
    expect(await stat(folder)).toMatchObject({ uid: 0 });
  },
);
