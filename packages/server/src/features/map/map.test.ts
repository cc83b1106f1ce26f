import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { pino } from "pino";
import { TileType } from "pmtiles";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { type Config, readConfig } from "../../config/config.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { type ArchiveAbout, writeArchive } from "./archive-writer.ts";
import { MapFiles } from "./map-files.ts";
import { BrokenArchive, TileArchive } from "./tile-archive.ts";

const layers = (...ids: string[]) => ({ vector_layers: ids.map((id) => ({ id })) });
const about: ArchiveAbout = {
  bounds: [34, -5, 42, 5],
  metadata: { attribution: '<a href="https://osm.org">&copy; OpenStreetMap</a>', ...layers("earth", "roads") },
};
const text = (content: string) => Buffer.from(content);
const archive = (content = "kenya", other: Partial<ArchiveAbout> = {}) =>
  writeArchive([{ z: 0, x: 0, y: 0, bytes: text(content) }], { ...about, ...other });

function withByte(bytes: Buffer, place: number, value: number): Buffer {
  bytes[place] = value;
  return bytes;
}

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offgrid-map-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("an archive", () => {
  test("gives back every tile that was written, from one directory or from many, and nothing in between", async () => {
    const tiles = Array.from({ length: 64 * 64 }, (_, index) => ({
      z: 6,
      x: index % 64,
      y: Math.floor(index / 64),
      bytes: text(index % 5 === 0 ? "sea" : `tile ${index}`),
    })).filter(({ x, y }) => (x + y) % 7 !== 0);
    await writeFile(join(folder, "many.pmtiles"), writeArchive(tiles, about));
    const opened = await TileArchive.open(join(folder, "many.pmtiles"));
    expect(opened.facts).toEqual({
      minZoom: 6,
      maxZoom: 6,
      bounds: [34, -5, 42, 5],
      attribution: "© OpenStreetMap",
      layers: ["earth", "roads"],
    });
    for (const { z, x, y, bytes } of tiles.filter((_, index) => index % 37 === 0)) {
      const tile = await opened.tile(z, x, y);
      expect(tile?.encoding).toBe("gzip");
      expect(gunzipSync(tile!.bytes).toString()).toBe(bytes.toString());
    }
    expect(await opened.tile(6, 0, 0)).toBeUndefined();
    expect(await opened.tile(7, 1, 1)).toBeUndefined();
    await opened.close();
  });

  test.each([
    ["text", text("no map at all"), "unreadable"],
    ["half a file", archive().subarray(0, -4), "unreadable"],
    ["pictures", archive("x", { tileType: TileType.Png }), "no_vector_tiles"],
    ["of a zoom that cannot be", withByte(archive(), 101, 255), "unreadable"],
    ["around the world twice", archive("x", { bounds: [200, -100, -200, 100] }), "unreadable"],
    ["told at a length that cannot be", archive("x", { metadata: { name: "x".repeat(600_000) } }), "unreadable"],
  ])("that is %s is refused with what is wrong", async (_, bytes, fault) => {
    await writeFile(join(folder, "bad.pmtiles"), bytes);
    const failure = await TileArchive.open(join(folder, "bad.pmtiles")).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BrokenArchive);
    expect(failure).toMatchObject({ fault });
  });
});

describe("the region", () => {
  const settings = { styleUrl: undefined, tileUrl: undefined, credit: undefined, file: undefined };
  const files = (map: Config["map"] = settings, now?: () => number) =>
    new MapFiles({ dataDir: folder, map }, join(folder, "none"), pino({ level: "silent" }), now);

  test("whose tile unpacks to more than any map shows has none there", async () => {
    await writeFile(join(folder, "bomb.pmtiles"), archive("0".repeat(5 * 1024 * 1024)));
    const map = files();
    const region = await map.look("region");
    expect(await map.tile("region", region!.version, 0, 0, 0)).toBe("gone");
    await map.close();
  });

  test("is the first archive of the data folder; one that is exchanged or taken away is noticed", async () => {
    const map = files();
    expect(await map.look("region")).toBeUndefined();
    await writeFile(join(folder, "b.pmtiles"), archive("b"));
    await writeFile(join(folder, "a.pmtiles"), archive("a"));
    await writeFile(join(folder, "notes.txt"), "");
    const first = await map.look("region");
    expect(first).toMatchObject({ path: join(folder, "a.pmtiles") });
    const tile = await map.tile("region", first!.version, 0, 0, 0);
    expect(tile).not.toBe("gone");
    await writeFile(join(folder, "a.pmtiles"), archive("a longer one"));
    const next = await map.look("region");
    expect(next!.version).not.toBe(first!.version);
    expect(await map.tile("region", first!.version, 0, 0, 0)).toBe("gone");
    await rm(join(folder, "a.pmtiles"));
    expect(await map.look("region")).toMatchObject({ path: join(folder, "b.pmtiles") });
    await map.close();
  });

  test("is the first archive that can be shown; of those before it the log tells once, and one that is mended is shown", async () => {
    const reasons: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void reasons.push(line) });
    const map = new MapFiles({ dataDir: folder, map: settings }, join(folder, "none"), log);
    const [bad, good] = [join(folder, "a.pmtiles"), join(folder, "b.pmtiles")];
    await writeFile(bad, "half a download");
    expect(await map.look("region")).toMatchObject({ path: bad, fault: "unreadable" });
    await writeFile(good, archive("b"));
    const shown = await map.look("region");
    expect(shown).toMatchObject({ path: good });
    expect(shown).not.toHaveProperty("fault");
    await map.look("region");
    expect(reasons).toHaveLength(1);
    expect(await map.tile("region", shown!.version, 0, 0, 0)).not.toBe("gone");
    await writeFile(bad, archive("mended"));
    expect(await map.look("region")).toMatchObject({ path: bad });
    await rm(bad);
    await writeFile(good, "broken, too");
    expect(await map.look("region")).toMatchObject({ path: good, fault: "unreadable" });
    await map.close();
  });

  test("is looked for once by all who ask at the same time, and again after a look that failed", async () => {
    let isFailing = true;
    const map = files({
      ...settings,
      get file(): undefined {
        if (isFailing) throw new Error("the disk is away");
        return undefined;
      },
    });
    await writeFile(join(folder, "a.pmtiles"), archive());
    const looks = [map.look("region"), map.look("region"), map.look("region")];
    expect(new Set(looks).size).toBe(1);
    await expect(looks[0]).rejects.toThrow("the disk is away");
    isFailing = false;
    expect(await map.look("region")).toMatchObject({ path: join(folder, "a.pmtiles") });
    await map.close();
  });

  test("is looked for once a second at most for versions that are not known", async () => {
    let nowMs = 0;
    const [map, other] = [files(settings, () => nowMs), files()];
    await writeFile(join(folder, "a.pmtiles"), archive("a"));
    const first = (await map.look("region"))!.version;
    // As a file should be exchanged: who still reads the one before has it whole.
    await writeFile(join(folder, "a.new"), archive("a longer one"));
    await rename(join(folder, "a.new"), join(folder, "a.pmtiles"));
    const next = (await other.look("region"))!.version;
    nowMs = 999;
    expect(await map.tile("region", next, 0, 0, 0)).toBe("gone");
    expect(await map.tile("region", first, 0, 0, 0)).not.toBe("gone");
    nowMs = 1_000;
    expect(await map.tile("region", next, 0, 0, 0)).not.toBe("gone");
    await Promise.all([map.close(), other.close()]);
  });

  test("is the archive that MAP_FILE names, wherever it lies and whatever is in the data folder; one that is not there is named", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "offgrid-maps-"));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
    const named = join(elsewhere, "kenya.pmtiles");
    await writeFile(join(folder, "a.pmtiles"), archive("of the data folder"));
    const map = files(readConfig({ MAP_FILE: named }).map);
    expect(await map.look("region")).toMatchObject({ path: named, fault: "unreadable" });
    await writeFile(named, archive("kenya"));
    const region = (await map.look("region"))!;
    expect(region).toMatchObject({ path: named });
    const tile = await map.tile("region", region.version, 0, 0, 0);
    expect(tile).toMatchObject({ encoding: "gzip" });
    expect(gunzipSync((tile as { bytes: Uint8Array }).bytes).toString()).toBe("kenya");
    await map.close();
  });

  test("in other layers than those of Protomaps is not shown, and the reason is given", async () => {
    const map = files();
    await writeFile(join(folder, "omt.pmtiles"), archive("x", { metadata: layers("transportation") }));
    expect(await map.look("region")).toMatchObject({ fault: "other_layers" });
    await map.close();
  });
});

test("tiles of a region are for those who are signed in, and keep for as long as the file is the same", async () => {
  const { amina, portal } = await castWithRegion();
  const { data } = await amina.call("getMap", {});
  expect(data.region).toMatchObject({ minZoom: 0, maxZoom: 0, attribution: "© OpenStreetMap" });
  const path = (version: string, z: string) => `${portal}/map/region/${version}/${z}/0/0`;
  const headers = { "x-auth-token": amina.token, "x-user-id": amina.userId };
  const tile = await fetch(path(data.region!.version, "0"), { headers });
  expect(tile.status).toBe(200);
  expect(await tile.text()).toBe("kenya");
  expect(tile.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  const plain = await fetch(path(data.region!.version, "0"), {
    headers: { ...headers, "accept-encoding": "identity" },
  });
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe("kenya");
  const refused = await fetch(path(data.region!.version, "0"), {
    headers: { ...headers, "accept-encoding": "gzip;q=0" },
  });
  expect(refused.headers.get("content-encoding")).toBeNull();
  expect((await fetch(path(data.region!.version, "0"))).status).toBe(401);
  expect((await fetch(path("other", "0"), { headers })).status).toBe(404);
  expect((await fetch(path(data.region!.version, "99"), { headers })).status).toBe(404);
  for (const other of ["0x0", "00", "0e0", "-0", "0.0", "%200"])
    expect((await fetch(path(data.region!.version, other), { headers })).status, other).toBe(404);
  expect((await fetch(`${portal}/map/secrets/x/0/0/0`, { headers })).status).toBe(404);
});

async function castWithRegion() {
  const { api, config } = await thePortal();
  await writeFile(join(config.dataDir, "kenya.pmtiles"), archive());
  const { amina } = await cast({ amina: { role: "user" } });
  return { amina, portal: api.slice(0, -config.apiBase.length) };
}
