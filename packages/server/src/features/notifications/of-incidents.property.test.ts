import { incidentTimes } from "@offgrid/contract/incidents/incident-types";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { pino } from "pino";

import { MemoryBus } from "../../bus/memory.bus.ts";
import { insertEvents } from "../events/events.store.ts";
import { IncidentStage } from "../incidents/follow-incidents.fixture.ts";
import { notifyAll } from "./fan-out.ts";
import { idOfEnd } from "./of-incidents.store.ts";
import { countAsOf, listNotifications } from "./notifications.store.ts";

/** Whatever warnings do, each person is notified of an incident once that it began and once that it is over. */

let stage: IncidentStage;
let rules: { dark: string; low: string };
let containers: string[];
beforeAll(async () => {
  stage = await IncidentStage.open();
  containers = await stage.addContainers("orange", 8);
  rules = await stage.addRules(containers);
  const { pool } = stage.database;
  await pool.query("insert into app_user (id, email, role, setting) values ('some', 'some@example.org', 'user', '{}')");
  await pool.query(
    "insert into container_user (user_id, container_id) select 'some', id from container where id < $1",
    [containers[3]],
  );
});
afterAll(() => stage.database.drop());

const bus = new MemoryBus(pino({ level: "silent" }));
const notify = () => notifyAll({ ...stage.tools, bus });

/** As judging does it: the warning, and the event by which people learn of it. */
async function raise(ruleId: string, at: readonly string[], severity: "warning" | "critical" = "warning") {
  const ids = await stage.raise(ruleId, at, { severity, content: ruleId === rules.dark ? "Silent" : "Charge low" });
  await say(ids, at, "warning.raised", severity);
  return ids;
}

async function say(
  ids: readonly string[],
  at: readonly string[],
  code: string,
  level: "info" | "warning" | "critical",
): Promise<void> {
  const nowMs = stage.clock.now();
  const parts = ids.map((warningId, index) => ({
    ...(code === "warning.raised" && { id: warningId }),
    ...(code === "warning.cleared" && { id: idOfEnd(warningId), only: [] }),
    containerId: at[index] ?? "",
    boot: null,
    seq: null,
    event: { ts: nowMs, code, level, data: { warningId } },
    warningId,
  }));
  await stage.database.db.transaction().execute((tx) => insertEvents(tx, parts, nowMs));
}

interface Notified {
  id: string;
  userId: string;
  incidentId: string;
  code: string;
  atMs: number;
  isUnread: boolean;
}

async function notified(): Promise<Notified[]> {
  const { rows } = await stage.database.pool.query<Notified>(
    `select n.id::text, n.user_id as "userId", n.incident_id as "incidentId", e.code, n.read_at is null as "isUnread",
      round(date_part('epoch', n.notified_at) * 1000) as "atMs"
    from notification n join event e on e.id = n.event_id order by n.notified_at, n.id`,
  );
  return rows;
}

async function reset(): Promise<void> {
  await stage.reset();
  await stage.database.pool.query("delete from event_fan_out; delete from notification; delete from event");
}

const minuteMs = 60_000;
const until = async (ms: number) => {
  for (let passedMs = 0; passedMs < ms; passedMs += 30_000) {
    await stage.follow(30_000);
    await notify();
  }
};

test("500 containers that go dark together are one notification that they did, and one that they are back, for each person", async () => {
  await reset();
  const many = await stage.addContainers("malitel", 500);
  const ids: string[] = [];
  // As far as the portal sees it, they go one after the other: the first few have no cause in common yet.
  for (const portion of [many.slice(0, 40), many.slice(40, 60), many.slice(60)]) {
    ids.push(...(await raise(rules.dark, portion)));
    await stage.follow(5_000);
    await notify();
  }
  await until(2 * minuteMs);
  const { pool } = stage.database;
  const admins = (await pool.query<{ id: string }>("select id from app_user where role = 'admin'")).rows;
  expect((await notified()).map(({ userId, code }) => [userId, code])).toEqual(
    admins.map(({ id }) => [id, "warning.raised"]),
  );
  await stage.clear(ids);
  await say(ids, many, "warning.cleared", "info");
  await until(20 * minuteMs);
  expect((await notified()).map(({ code }) => code)).toEqual([
    ...admins.map(() => "warning.raised"),
    ...admins.map(() => "warning.cleared"),
  ]);
  await pool.query("delete from container where id like 'malitel-%'");
}, 120_000);

test("whoever read of an incident is notified again once it is critical, five minutes later at the earliest, and else reads that instead", async () => {
  await reset();
  const [first] = containers as [string];
  const [id] = (await raise(rules.low, [first])) as [string];
  await stage.follow();
  await notify();
  expect((await notified()).map(({ code }) => code)).toEqual(["warning.raised", "warning.raised"]);
  const { pool } = stage.database;
  await pool.query("update warning set severity = 'critical' where id = $1", [id]);
  await say([id], [first], "warning.critical", "critical");
  await until(4 * minuteMs);
  expect(await notified()).toHaveLength(2);
  await until(2 * minuteMs);
  const after = await notified();
  expect(after.map(({ code, isUnread }) => [code, isUnread])).toEqual([
    ["warning.raised", false],
    ["warning.raised", false],
    ["warning.critical", true],
    ["warning.critical", true],
  ]);
});

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("raises" as const), isDark: fc.boolean(), which: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("clears" as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("worsens" as const), which: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("passes" as const), s: fc.constantFrom(1, 20, 200, 1_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("notifies" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reads" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("twice" as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface OpenOne {
  id: string;
  at: string;
  ruleId: string;
}

async function take(one: Step, open: OpenOne[]): Promise<void> {
  const { pool } = stage.database;
  const picked = "which" in one && open.length > 0 ? open[one.which % open.length] : undefined;
  switch (one.kind) {
    case "raises": {
      const at = containers[one.which] ?? "";
      const ruleId = one.isDark ? rules.dark : rules.low;
      if (open.some((other) => other.at === at && other.ruleId === ruleId)) return;
      const [id] = await raise(ruleId, [at]);
      open.push({ id: id ?? "", at, ruleId });
      return;
    }
    case "clears":
      if (!picked) return;
      await stage.clear([picked.id]);
      await say([picked.id], [picked.at], "warning.cleared", "info");
      open.splice(open.indexOf(picked), 1);
      return;
    case "worsens":
      if (!picked) return;
      await pool.query("update warning set severity = 'critical' where id = $1", [picked.id]);
      return say([picked.id], [picked.at], "warning.critical", "critical");
    case "passes":
      return stage.follow(one.s * 1_000);
    case "notifies":
      return notify();
    case "reads":
      return void (await pool.query("update notification set read_at = now() where user_id = 'some'"));
    case "twice":
      return void (await Promise.all([notify(), stage.follow(), notify()]));
  }
}

/** What was said to one person of one incident, in order, is a beginning, perhaps a worse one, and one end, again and again. */
function mustAlternate(said: readonly Notified[]): void {
  let isKnown = false;
  for (const { code } of said) {
    if (code === "warning.cleared") expect(isKnown).toBe(true);
    isKnown = code !== "warning.cleared";
  }
}

function mustBeCalm(said: readonly Notified[]): void {
  for (const [index, { atMs }] of said.slice(1).entries())
    expect(atMs - (said[index]?.atMs ?? 0)).toBeGreaterThanOrEqual(incidentTimes.newsMs);
}

const lateWord: Step[] = [
  { kind: "raises", isDark: false, which: 0 },
  { kind: "clears", which: 0 },
  { kind: "passes", s: 200 },
  { kind: "passes", s: 200 },
  { kind: "reads" },
  { kind: "passes", s: 200 },
  { kind: "raises", isDark: false, which: 0 },
  { kind: "worsens", which: 0 },
  { kind: "clears", which: 0 },
];

const groupsOf = (all: readonly Notified[]) =>
  [...new Set(all.map(({ userId, incidentId }) => `${userId} ${incidentId}`))].map((key) =>
    all.filter(({ userId, incidentId }) => `${userId} ${incidentId}` === key),
  );

test("whatever is raised, worsens and clears in any order, each person has one unread notification of an incident at most, hears of it once in five minutes, and of its end once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await reset();
      const open: OpenOne[] = [];
      // Two incidents that are found to be one later were two when people were notified of each.
      const incidentThen = new Map<string, string>();
      const note = (all: readonly Notified[]) => {
        for (const { id, incidentId } of all) if (!incidentThen.has(id)) incidentThen.set(id, incidentId);
      };
      for (const one of steps) {
        await take(one, open);
        const now = await notified();
        note(now);
        for (const own of groupsOf(now)) {
          const unread = own.filter(({ isUnread, code }) => isUnread && code !== "warning.cleared");
          expect(unread.length).toBeLessThanOrEqual(1);
        }
        const { count } = await countAsOf(stage.database.db, { userId: "some" }, "warning");
        const query = { among: "unread", type: "warning" } as const;
        const window = { limit: 100, offset: 0 };
        expect(await listNotifications(stage.database.db, { userId: "some" }, query, window)).toHaveLength(count);
      }
      // In the end all is over.
      for (const one of [...open]) await take({ kind: "clears", which: open.indexOf(one) }, open);
      await until(40 * minuteMs);
      const all = await notified();
      note(all);
      for (const own of groupsOf(all)) {
        mustAlternate(own);
        expect(own.at(-1)?.code).toBe("warning.cleared");
      }
      const then = all.map((one) => ({ ...one, incidentId: incidentThen.get(one.id) ?? one.incidentId }));
      for (const own of groupsOf(then)) mustBeCalm(own);
    }),
    // The end came less than five minutes after a late word of how bad it was.
    { numRuns: 15, examples: [[lateWord]] },
  );
}, 300_000);
