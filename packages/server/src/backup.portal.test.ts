import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "./config/config.ts";
import { runVerb } from "./console/run-verb.ts";
import { fromBase32 } from "./features/session/totp.fixture.ts";
import { codeAt, stepAt } from "./features/session/totp.ts";
import { startPortal } from "./portal.ts";
import { insertContainers, sumsOf } from "./backup/backup.fixture.ts";
import type { End } from "./backup/manifest.ts";
import { readBackup } from "./backup/read-backup.ts";
import { findEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { openSecretBox } from "./core/secret-box.ts";
import { prepareDataFolder } from "./testing/prepared-data.ts";
import { cast, thePortal } from "./testing/cast.ts";
import { testClock } from "./testing/test-clock.ts";
import { dropTestDatabase, emptyTestDatabase, testDatabase, toUrl } from "./testing/test-database.ts";

const silent = pino({ level: "silent" });
const clock = testClock();
void thePortal({ clock });
const password = "lanterns over the dunes";
/** What a restore changes of this portal. */
const changes = ["audit", "job"];

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "offgrid-backups-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** What is told to a portal on its command line. */
async function say(words: readonly string[], env: Record<string, string>) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runVerb(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    read: () => "",
    ask: undefined,
    env,
    open: () => Promise.reject(new Error("no portal is opened for this")),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

async function ask(address: pg.ClientConfig, text: string, values: unknown[] = []) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Writes without a pause, always to two tables together. */
async function writeOn(): Promise<() => Promise<number>> {
  const { pool } = (await thePortal()).database;
  await pool.query(insertContainers, [1, 1]);
  await pool.query("insert into energy_price (container_id, currency) values ('c1', '0')");
  let isOver = false;
  const write = async () => {
    let count = 1;
    for (; !isOver; count++) {
      await pool.query(
        `with renamed as (update container set name = $1 where id = 'c1')
         update energy_price set currency = $1 where container_id = 'c1'`,
        [String(count)],
      );
    }
    return count;
  };
  const written = write();
  return () => {
    isOver = true;
    return written;
  };
}

test("E18: a backup under load is restored into an empty folder and into another server, and the portal goes on from there", async () => {
  const { config } = await thePortal();
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"], password } });
  const { secret } = (await amina.call("totpSetup", {})).data;
  const code = () => codeAt(fromBase32(secret), stepAt(clock.now()));
  await amina.call("totpConfirm", { code: code() });
  const backups = await folder();
  const passphrase = join(backups, "passphrase");
  await writeFile(passphrase, "rain and shine on the roof\n");
  const path = join(backups, "portal.backup");
  const own = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? "",
    DATABASE_OWNER_URL: config.databaseOwnerUrl ?? "",
  };

  const stopWriting = await writeOn();
  const made = await say(["backup", "--to", path, "--with-key"], { ...own, BACKUP_PASSPHRASE_FILE: passphrase });
  expect(await stopWriting()).toBeGreaterThan(1);
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toMatch(/^Backed up \d+ rows into .+ \([1-9][\d.]* [kM]B\)\.\nIt holds portal\.key/);

  const dataDir = await folder();
  const there = { DATA_DIR: dataDir, BACKUP_PASSPHRASE_FILE: passphrase };
  expect((await say(["verify", path], there)).out).toMatch(/ is whole: \d+ rows/);
  expect(await say(["restore", path], there)).toMatchObject({ code: 0 });
  expect(await readFile(join(dataDir, "portal.key"))).toEqual(await readFile(join(config.dataDir, "portal.key")));
  const portal = await startPortal(
    readConfig({ DATA_DIR: dataDir, PORT: "0", MQTT_PORT: "0", OUTSIDE_SERVICES: "off", DISK_MIN_FREE_MB: "0" }),
    { log: silent, clock },
  );
  onTestFinished(() => portal.stop());
  const call = async (name: string, body: object, headers: Record<string, string> = {}) => {
    const address = `http://127.0.0.1:${portal.port}/api/${name}`;
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { code?: string; status: string };
  };
  const signedIn = { "x-auth-token": amina.token, "x-user-id": amina.userId };
  expect(await call("getSites", {}, signedIn)).toMatchObject({ code: "signed_out" });
  const login = { email: amina.email, password };
  clock.advance(60_000);
  expect(await call("login", login)).toMatchObject({ code: "code_needed" });
  expect(await call("login", { ...login, code: code() })).toMatchObject({ status: "ok" });

  // As of one instant: what was written together is there together.
  const inside = await findEmbeddedPostgres(dataDir, silent);
  const [pair] = await ask(inside!, "select name, currency from container join energy_price on container_id = id");
  expect(pair).toEqual({ name: expect.stringMatching(/^\d+$/), currency: pair?.["name"] });

  const outside = await emptyTestDatabase();
  onTestFinished(() => dropTestDatabase(outside));
  const elsewhere = { DATA_DIR: await folder(), DATABASE_URL: toUrl(outside), BACKUP_PASSPHRASE_FILE: passphrase };
  expect(await say(["restore", path], elsewhere)).toMatchObject({ code: 0 });
  const said: End[] = [];
  const key = { passphrase: "rain and shine on the roof", box: undefined };
  await readBackup(path, key, { end: async (end) => void said.push(end) });
  const counted = said[0]?.tables.map(({ name, ...check }) => [name, check] as const) ?? [];
  const unchanged = counted.filter(([name]) => !changes.includes(name));
  expect(unchanged.length).toBeGreaterThan(90);
  expect(await sumsOf(outside, changes)).toEqual(Object.fromEntries(unchanged));
  expect((await say(["restore", path], elsewhere)).err).toMatch(/people or containers already/);
});

test("a backup that is refused leaves no folder, and one that is made makes the folder that it goes to", async () => {
  const dataDir = await folder();
  const nowhere = { DATA_DIR: join(dataDir, "nowhere") };
  expect(await say(["backup"], nowhere)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no database/),
  });
  const outside = await emptyTestDatabase();
  onTestFinished(() => dropTestDatabase(outside));
  const env = { DATA_DIR: dataDir, DATABASE_URL: toUrl(outside) };
  expect((await say(["backup", "--with-key"], env)).err).toMatch(/BACKUP_PASSPHRASE_FILE\.$/);
  const passphraseFile = join(dataDir, "passphrase");
  await writeFile(passphraseFile, "short");
  expect((await say(["backup"], { ...env, BACKUP_PASSPHRASE_FILE: passphraseFile })).err).toMatch(/fewer than/);
  expect(await readdir(dataDir)).toEqual(["passphrase"]);

  const source = await testDatabase();
  onTestFinished(() => source.drop());
  await writeFile(passphraseFile, password);
  const whole = { ...env, DATABASE_URL: source.ownerUrl, BACKUP_PASSPHRASE_FILE: passphraseFile };
  expect(await say(["backup"], whole)).toMatchObject({ code: 0 });
  expect(await readdir(join(dataDir, "backups"))).toHaveLength(1);
});

test("a portal moves to another server and back into its folder, and its file is tried in a database that goes again", async () => {
  const dataDir = await folder();
  await prepareDataFolder(dataDir);
  openSecretBox(dataDir);
  const inside = { DATA_DIR: dataDir };
  const outside = await emptyTestDatabase();
  onTestFinished(() => dropTestDatabase(outside));
  const first = await say(["backup"], inside);
  const [, file = ""] = / into (.+) \(/.exec(first.out) ?? [];
  const tried = await say(["verify", file, "--restore"], inside);
  expect(tried.out).toMatch(/new database, and what came of it is the same\.$/);
  expect(await say(["move", toUrl(outside)], inside)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Set DATABASE_URL to the new address, then start .+ sign in again\.$/),
  });

  await ask(outside, insertContainers, [1, 3]);
  const back = await say(["move", "embedded", "--replace", "--yes"], { ...inside, DATABASE_URL: toUrl(outside) });
  expect(back).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Unset DATABASE_URL and DATABASE_OWNER_URL, then start /),
  });
  expect(await readdir(join(dataDir, "backups"))).toHaveLength(3);
  const owned = await testDatabase();
  onTestFinished(() => owned.drop());
  const on = await say(["move", owned.url, "--owner", owned.ownerUrl, "--replace", "--yes"], inside);
  expect(on).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Set DATABASE_URL and DATABASE_OWNER_URL to the new addresses, then start /),
  });
  expect((await say(["move", "embedded"], inside)).err).toBe("The database is there already; name another one.");
});
