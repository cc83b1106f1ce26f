import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";

import { type StandIn, standInNetworks, startStandIn } from "../testing/stand-in.ts";
import { type TestClock, testClock } from "../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { ExternalServices, type ExternalQuestion, retryAfterMs } from "./external-services.ts";

const minute = 60_000;
const waitMs = 5_000;

let database: TestDatabase;
let service: StandIn;
let clock: TestClock;
let lines: string[];
let external: ExternalServices;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  service = await startStandIn();
  clock = testClock(Date.UTC(2026, 10, 20, 12));
  lines = [];
  external = open();
});
afterEach(() => service.stop());

function open(
  externalServices: "on" | "off" = "on",
  externalAllow: readonly string[] = standInNetworks,
): ExternalServices {
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  return new ExternalServices({ externalServices, externalAllow }, { db: database.db, clock, log });
}

function question(freshMs = 30 * minute): ExternalQuestion<{ degrees: number }> {
  const key = `thing ${++number}`;
  return {
    service: `service ${number}`,
    key,
    url: `${service.url}/weather?appid=SECRETKEY`,
    headers: { authorization: "Bearer SECRETTOKEN" },
    freshMs,
    read: (answer) => z.object({ degrees: z.number() }).parse(answer),
  };
}

const good = { body: { degrees: 21, more: "dropped" } };

test("an answer is kept for as long as it is fresh, also across a restart, and renewed after that", async () => {
  const wanted = question();
  service.answer = good;
  const first = await external.ask(wanted, waitMs);
  expect(first).toEqual({ value: { degrees: 21 }, fetchedAtMs: clock.now(), problem: null });
  clock.advance(30 * minute);
  expect(await open().ask(wanted, waitMs)).toEqual(first);
  expect(service.asked).toHaveLength(1);
  clock.advance(1);
  service.answer = { body: { degrees: 22 } };
  expect((await external.ask(wanted, waitMs)).value).toEqual({ degrees: 22 });
  expect(service.asked).toHaveLength(2);
});

test("many identical requests at once become one request to the service", async () => {
  const wanted = question();
  service.answer = "silence";
  const all = Promise.all(Array.from({ length: 20 }, () => external.ask(wanted, waitMs)));
  await vi.waitFor(() => expect(service.asked).toHaveLength(1), { timeout: 30_000 });
  service.answer = good;
  service.release();
  expect((await all).every(({ value }) => value?.degrees === 21)).toBe(true);
  expect(service.asked).toHaveLength(1);
});

test("nobody waits for a slow service: the known answer comes at once, and the next caller gets the new one", async () => {
  const wanted = question();
  service.answer = "silence";
  expect(await external.ask(wanted, 1)).toMatchObject({ value: undefined, problem: "waiting" });
  service.answer = good;
  service.release();
  await vi.waitFor(async () => expect((await external.ask(wanted, 1)).value).toEqual({ degrees: 21 }), {
    timeout: 30_000,
  });
  const knownAtMs = clock.now();
  clock.advance(31 * minute);
  service.answer = "silence";
  expect(await external.ask(wanted, 1)).toEqual({ value: { degrees: 21 }, fetchedAtMs: knownAtMs, problem: null });
});

test.each([
  ["broken JSON", { body: '{"degrees": 2' }, "broken"],
  ["another shape", { body: { temperature: 21 } }, "broken"],
  ["nothing", { body: "" }, "broken"],
  ["an empty list", { body: [] }, "broken"],
  ["an error of its own", { status: 500, body: {} }, "unreachable"],
  ["far too much", { body: `{"degrees": 21, "more": "${"x".repeat(3 * 1024 * 1024)}"}` }, "unreachable"],
  ["another place to look", { status: 302, headers: { location: "http://127.0.0.1:1/" }, body: {} }, "unreachable"],
  ["no", { status: 401, body: {} }, "refused"],
  ["later", { status: 429, body: {} }, "rate_limited"],
] as const)("%s leaves the last good answer with its age and a reason", async (_, bad, problem) => {
  const wanted = question();
  service.answer = bad;
  expect(await external.ask(wanted, waitMs)).toEqual({ value: undefined, fetchedAtMs: undefined, problem });
  clock.advance(60 * minute);
  service.answer = good;
  const known = await external.ask(wanted, waitMs);
  expect(known.problem).toBeNull();
  clock.advance(24 * 60 * minute);
  service.answer = bad;
  expect(await external.ask(wanted, waitMs)).toEqual({ ...known, problem });
});

test("a service that fails is left alone for half a minute, then twice as long each time, up to half an hour", async () => {
  const wanted = question();
  service.answer = { status: 503, body: {} };
  const rests: number[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const before = service.asked.length;
    await external.ask(wanted, waitMs);
    expect(service.asked).toHaveLength(before + 1);
    let restS = 0;
    do {
      clock.advance(10_000);
      restS += 10;
    } while (external.isResting(wanted.service));
    rests.push(restS);
    expect(service.asked).toHaveLength(before + 1);
  }
  expect(rests).toEqual([30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800]);
  service.answer = good;
  await external.ask(wanted, waitMs);
  clock.advance(31 * minute);
  service.answer = { status: 503, body: {} };
  await external.ask(wanted, waitMs);
  clock.advance(30_000);
  expect(external.isResting(wanted.service)).toBe(false);
});

test("a service that says when to retry is not asked before then, for anything", async () => {
  const [wanted, other] = [question(), question()];
  const neighbour = { ...other, service: wanted.service };
  service.answer = { status: 429, headers: { "retry-after": "7200" }, body: {} };
  await external.ask(wanted, waitMs);
  clock.advance(7_199_000);
  expect((await external.ask(neighbour, waitMs)).problem).toBe("rate_limited");
  expect(service.asked).toHaveLength(1);
  clock.advance(1_000);
  service.answer = good;
  expect((await external.ask(neighbour, waitMs)).value).toEqual({ degrees: 21 });
});

test("Retry-After is read as seconds or a date, and ignored where it makes no sense", () => {
  const now = Date.UTC(2026, 10, 20, 12);
  expect(retryAfterMs("90", now)).toBe(90_000);
  expect(retryAfterMs("Fri, 20 Nov 2026 12:05:00 GMT", now)).toBe(300_000);
  expect(retryAfterMs("99999999", now)).toBe(24 * 3_600_000);
  for (const odd of [undefined, "", "soon", "-5", "Fri, 20 Nov 2020 12:05:00 GMT"])
    expect(retryAfterMs(odd, now)).toBeUndefined();
});

test("a refused request does not hold up others", async () => {
  const wanted = question();
  service.answer = { status: 404, body: {} };
  await external.ask(wanted, waitMs);
  service.answer = good;
  const neighbour = { ...question(), service: wanted.service };
  expect((await external.ask(neighbour, waitMs)).value).toEqual({ degrees: 21 });
  expect((await external.ask(wanted, waitMs)).problem).toBe("refused");
});

test("when switched off, no service is asked and known answers stay", async () => {
  const wanted = question();
  service.answer = good;
  await external.ask(wanted, waitMs);
  clock.advance(60 * minute);
  const off = open("off");
  expect(await off.ask(wanted, waitMs)).toMatchObject({ value: { degrees: 21 }, problem: "off" });
  expect(await off.ask(question(), waitMs)).toMatchObject({ value: undefined, problem: "off" });
  expect(service.asked).toHaveLength(1);
});

test("an address of this machine is not contacted unless its network is allowed", async () => {
  service.answer = good;
  expect((await open("on", []).ask(question(), waitMs)).problem).toBe("unreachable");
  expect(service.asked).toHaveLength(0);
});

test("keys and credentials are in no line of the log and in no key of the stored answers", async () => {
  const wanted = question();
  for (const answer of [{ status: 500, body: {} }, { status: 401, body: {} }, { body: "x" }, good]) {
    service.answer = answer;
    await external.ask(wanted, waitMs);
    clock.advance(60 * minute);
  }
  await service.stop();
  await external.ask(wanted, waitMs);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join("")).not.toMatch(/SECRET/);
  const rows = await database.db.selectFrom("outsideAnswer").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/SECRET/);
});

test("what was wrong with a service is written down for other processes, with when it is asked again", async () => {
  const wanted = question();
  service.answer = { status: 503, body: {} };
  await external.ask(wanted, waitMs);
  const { rows } = await database.pool.query("select problem, at, retry_at from outside_problem where service = $1", [
    wanted.service,
  ]);
  const at = new Date(clock.now());
  expect(rows).toEqual([{ problem: "unreachable", at, retry_at: new Date(clock.now() + 30_000) }]);
});
