import type { FirmwareReportMessage, ReleaseManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { startReleaseServer, type ReleaseServer } from "../testing/release-server.ts";
import { makeKeys, makeRelease } from "../testing/releases.ts";
import { until } from "../testing/test-broker.ts";
import { splitRelease } from "./release.ts";
import { type Supervised, Upgrader } from "./upgrader.ts";

const keys = makeKeys();
/** Not compressible, so that the archive has about this many bytes. */
const program = randomBytes(50_000).toString("base64");
const release = releaseOf();
const supervised: Supervised = { seq: 1, publicKeys: [keys.publicKey], outcome: null };
let dir = "";
let server: ReleaseServer;
let upgraders: Upgrader[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "upgrader-"));
  server = await startReleaseServer(release.archive);
});
afterEach(async () => {
  await Promise.all(upgraders.map((upgrader) => upgrader.stop()));
  upgraders = [];
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

function releaseOf(changes: Partial<ReleaseManifest> = {}, by = keys) {
  const file = makeRelease(by, program, { version: "1.1.0", seq: 2, ...changes });
  return { file, ...splitRelease(file) };
}

/** A run of the controller's program. */
function start({ portalNow = Date.now, retryMs = 5 }: { portalNow?: () => number | undefined; retryMs?: number } = {}) {
  const reports: FirmwareReportMessage[] = [];
  const installs: { id: string; file: string }[] = [];
  const upgrader = new Upgrader({
    dataDir: dir,
    website: server.url,
    authorization: "Basic kisumu",
    portalNow,
    now: Date.now,
    send: (report) => void reports.push(report),
    install: (id, file) => void installs.push({ id, file }),
    retryMs,
    log: { info: () => {}, warn: () => {} },
  });
  upgraders.push(upgrader);
  const steps = () => reports.map(({ st }) => st);
  return { upgrader, reports, installs, steps, last: () => reports.at(-1) };
}

test("a release is loaded, checked, and handed over as it was signed", async () => {
  const { upgrader, steps, installs, last } = start();
  upgrader.follow(supervised);
  upgrader.receive({ id: "one", ...release.signed });
  await until("it is handed over", () => installs.length === 1);
  expect(steps().filter((st) => st !== "downloading")).toEqual(["verified", "installed"]);
  expect(last()).toMatchObject({
    id: "one",
    version: "1.1.0",
    progress: 1,
    bytes: release.archive.length,
    error: null,
  });
  expect(installs[0]?.id).toBe("one");
  expect(readFileSync(installs[0]?.file ?? "").equals(release.file)).toBe(true);
  expect(server.requests).toEqual([{ from: 0, authorization: "Basic kisumu", url: "/releases/1.1.0" }]);
});

test("a connection that breaks again and again costs no byte twice", async () => {
  server.cutAfter(9_000);
  const { upgrader, installs, last } = start();
  upgrader.follow(supervised);
  upgrader.receive({ id: "one", ...release.signed });
  await until("it is handed over", () => installs.length === 1);
  expect(server.requests.length).toBe(Math.ceil(release.archive.length / 9_000));
  expect(server.sent()).toBe(release.archive.length);
  expect(last()?.bytes).toBe(release.archive.length);
});

test("a restart goes on where the one before was", async () => {
  server.cutAfter(20_000);
  const first = start({ retryMs: 3_600_000 });
  first.upgrader.follow(supervised);
  first.upgrader.receive({ id: "one", ...release.signed });
  await until("a part is there", () => existsSync(join(dir, "upgrade.release")) && loaded() === 20_000);
  await first.upgrader.stop();
  server.cutAfter(Infinity);
  const second = start();
  second.upgrader.follow(supervised);
  await until("it is handed over", () => second.installs.length === 1);
  expect(server.requests.map(({ from }) => from)).toEqual([0, 20_000]);
  expect(readFileSync(second.installs[0]?.file ?? "").equals(release.file)).toBe(true);
});

function loaded(): number {
  return statSync(join(dir, "upgrade.release")).size - (release.file.length - release.archive.length);
}

test("what was not signed by a known key, or is not for here and now, is refused before a byte is loaded", async () => {
  const { upgrader, last } = start();
  upgrader.follow(supervised);
  const cases = {
    key: releaseOf({}, makeKeys()),
    signature: releaseOf({}, { ...makeKeys(), publicKey: keys.publicKey }),
    older: releaseOf({ seq: 1 }),
    expired: releaseOf({ expires: Date.now() - 1 }),
    arch: releaseOf({ arch: "sparc" }),
  };
  for (const [fault, { signed }] of Object.entries(cases)) {
    upgrader.receive({ id: fault, ...signed });
    await until(`${fault} is reported`, () => last()?.st === "refused" && last()?.id === fault);
    expect(last()).toMatchObject({ version: "1.1.0", error: fault });
  }
  expect(server.requests).toEqual([]);
});

test("E14: an archive other than the one that was signed is refused and removed", async () => {
  const other = Buffer.from(release.archive);
  other[1_000] = (other[1_000] ?? 0) ^ 1;
  server.send(other);
  const { upgrader, last, installs } = start();
  upgrader.follow(supervised);
  upgrader.receive({ id: "one", ...release.signed });
  await until("it is refused", () => last()?.st === "refused");
  expect(last()?.error).toBe("sha256");
  expect(installs).toEqual([]);
  expect(existsSync(join(dir, "upgrade.release"))).toBe(false);
});

test("a portal that does not have the release fails it, and one that is only busy is asked again", async () => {
  server.answerWith(503);
  const { upgrader, last, installs } = start();
  upgrader.follow(supervised);
  upgrader.receive({ id: "one", ...release.signed });
  await until("it was asked twice", () => server.requests.length > 1);
  server.answerWith(404);
  await until("it has failed", () => last()?.st === "failed");
  expect(last()?.error).toBe("The portal answered 404.");
  server.answerWith(undefined);
  upgrader.receive({ id: "two", ...release.signed });
  await until("another attempt is handed over", () => installs.length === 1);
  expect(installs[0]?.id).toBe("two");
});

test("nothing is loaded before the portal's clock is known, nor installed before its time", async () => {
  const clock: { nowMs: number | undefined } = { nowMs: undefined };
  const { upgrader, steps, installs } = start({ portalNow: () => clock.nowMs });
  upgrader.follow(supervised);
  const lasting = releaseOf({ expires: Date.now() + 7_200_000 });
  server.send(lasting.archive);
  upgrader.receive({ id: "one", ...lasting.signed, installAt: Date.now() + 3_600_000 });
  upgrader.ready();
  expect(server.requests).toEqual([]);
  clock.nowMs = Date.now();
  upgrader.ready();
  await until("it is verified", () => steps().includes("verified"));
  upgrader.ready();
  expect(installs).toEqual([]);
  clock.nowMs += 3_600_000 - 30_000;
  upgrader.ready();
  expect(installs).toEqual([]);
  clock.nowMs += 60_000;
  upgrader.ready();
  await until("it is handed over", () => installs.length === 1);
});

test("the same request again is answered by the last report, and so is each connection", async () => {
  const { upgrader, reports, installs } = start();
  upgrader.follow(supervised);
  upgrader.receive({ id: "one", ...release.signed });
  await until("it is handed over", () => installs.length === 1);
  const before = reports.length;
  upgrader.receive({ id: "one", ...release.signed });
  upgrader.ready();
  expect(reports.slice(before)).toEqual([reports[before - 1], reports[before - 1]]);
  upgrader.receive({ id: "two", ...releaseOf({ version: "1.2.0", seq: 3 }).signed });
  expect(reports.at(-1)).toMatchObject({ id: "two", st: "refused", error: "Another release is on trial." });
});

test("the release that is started next reports for the one before it, and so does the one that is back", async () => {
  const first = start();
  first.upgrader.follow(supervised);
  first.upgrader.receive({ id: "one", ...release.signed });
  await until("it is handed over", () => first.installs.length === 1);

  const next = start();
  const outcome = { id: "one", error: null, log: [] };
  next.upgrader.follow({ ...supervised, seq: 2, outcome: { ...outcome, st: "installed" } });
  expect(next.last()).toMatchObject({ id: "one", version: "1.1.0", st: "booted" });

  const back = start();
  back.upgrader.follow({ ...supervised, outcome: { id: "one", st: "rolled_back", error: "was silent", log: ["a"] } });
  back.upgrader.follow({ ...supervised, outcome: { id: "one", st: "rolled_back", error: "was silent", log: ["a"] } });
  expect(back.reports).toMatchObject([{ id: "one", st: "rolled_back", error: "was silent", log: ["a"] }]);
  // It is over, whatever is said of it later.
  back.upgrader.follow({ ...supervised, outcome: { ...outcome, st: "healthy" } });
  expect(back.reports).toHaveLength(1);
});

test("what the supervisor refuses has failed, and what it never received is handed over again", async () => {
  const first = start();
  first.upgrader.follow(supervised);
  first.upgrader.receive({ id: "one", ...release.signed });
  await until("it is handed over", () => first.installs.length === 1);
  const second = start();
  second.upgrader.follow(supervised);
  await until("it is handed over again", () => second.installs.length === 1);
  second.upgrader.follow({ ...supervised, refused: { id: "one", reason: "There is too little room left." } });
  expect(second.last()).toMatchObject({ st: "failed", error: "There is too little room left." });
});
