import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test, vi } from "vitest";

import { sealDay } from "../../history/tiers/sealed-days.store.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { backTest } from "./back-test.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames, judgeTicks } from "./judge.ts";
import { listRules, readRule } from "./rules.store.ts";
import { listContainers } from "./trials.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

async function savedRule({ ruleId }: Stage): Promise<WarningRule> {
  const [row] = await listRules(db, { id: ruleId }, bench.now());
  return readRule(row as NonNullable<typeof row>) as WarningRule;
}

const neverGone = new AbortController().signal;

/** Tries a rule out at the container of a stage, from just before its first frame until now. */
async function tried(one: Stage, rule: WarningRule, { fromMs = one.startMs - 1_000, signal = neverGone } = {}) {
  const viewer = { userId: `owner-${one.containerId}` };
  const containers = await listContainers(db, viewer, { sites: [one.containerId] });
  const saved = { id: one.ruleId, rule: await savedRule(one) };
  return backTest(db, { rule, saved, containers, range: { fromMs, toMs: bench.now() } }, signal);
}

/** As `rows` of the stage has them. */
function rowsOf({ episodes }: Awaited<ReturnType<typeof tried>>, { startMs }: Stage) {
  const inS = (at: string | null) => (at === null ? null : Math.round((Date.parse(at) - startMs) / 1_000));
  return episodes.toReversed().map(({ raisedAt, clearedAt, severity, value }) => ({
    severity,
    value,
    raisedS: inS(raisedAt),
    clearedS: inS(clearedAt),
  }));
}

async function liveRows(one: Stage) {
  return (await judging.rows(one)).map((row) => {
    const { severity, value, raisedS, clearedS } = row as ReturnType<typeof rowsOf>[number];
    return { severity, value, raisedS, clearedS };
  });
}

/** Frames are sent once all of them are of the past. */
const lengthMs = 300_000;
const dips = [50, 19, 18, 18, 17, 30, 40, 9, 8, 8, 42, 43, 44, 12, 12, 50, 50, 50, 11, 11, 11];

test.each([
  ["one level", { duration: 20, keepFor: 20 }],
  ["a clear level and a critical one", { duration: 0, keepFor: 10, clearAt: 41, critical: { threshold: 10 } }],
  ["a fall within a minute", { type: "change", threshold: -10, window: 60, duration: 0, keepFor: 0 }],
] as const)("a rule of %s would have raised what it raised", async (_name, condition) => {
  const one = await judging.stage(condition);
  bench.skip(lengthMs);
  await judging.send(one, dips, { atOnce: false, judged: true });
  await judgeTicks(tools);
  const live = await liveRows(one);
  expect(live.length).toBeGreaterThan(0);
  expect(rowsOf(await tried(one, await savedRule(one)), one)).toEqual(live);
});

test("an episode that became critical says so, although its warning was no longer so when it cleared", async () => {
  const one = await judging.stage({ duration: 0, keepFor: 10, critical: { threshold: 10, clearAt: 12 } });
  bench.skip(lengthMs);
  await judging.send(one, [50, 19, 18, 3, 3, 18, 18, 50, 50, 50, 19, 18, 50, 50, 50], { atOnce: false, judged: true });
  await judgeTicks(tools);
  const { episodes, totals } = await tried(one, await savedRule(one));
  const live = (await liveRows(one)).map(({ severity }) => severity);
  expect(live).toEqual(["warning", "warning"]);
  expect(episodes.map(({ severity }) => severity)).toEqual(live);
  expect(episodes.map(({ worst }) => worst).toReversed()).toEqual(["critical", "warning"]);
  expect(totals).toMatchObject({ raised: 2, critical: 1 });
});

test("a rule is tried out with what guards it, and with the levels that a container has of its own", async () => {
  const one = await judging.stage({ duration: 20, keepFor: 20 });
  bench.skip(lengthMs);
  await judging.send(one, dips);
  const rule = await savedRule(one);
  const raised = async (more: Partial<WarningRule["conditions"][number]>) =>
    (await tried(one, { ...rule, conditions: rule.conditions.map((condition) => ({ ...condition, ...more })) })).totals
      .raised;
  const { containerId } = one;
  const guard = { type: "above" as const, attributes: ["battery.soc"], threshold: 15 };
  expect([
    await raised({}),
    await raised({ when: [guard] }),
    await raised({ overrides: [{ containerId, threshold: 10 }] }),
    await raised({ overrides: [{ containerId, off: true }] }),
    await raised({ overrides: [{ containerId: "another", off: true }] }),
  ]).toEqual([2, 1, 1, 0, 2]);
  // What decides which levels hold there is said with it.
  expect((await tried(one, rule)).tried).toMatchObject([{ containerId, clusterId: null, kitId: null }]);
});

test("of a rule of which one condition is enough it is said which was met, also where another does not apply", async () => {
  const own = [
    { name: "Never", threshold: 1 },
    { name: "Very low", threshold: 10 },
    { name: "Falls", type: "change", threshold: -30, window: 60 },
  ] as const;
  const one = await judging.stage(...own);
  const steady = Array.from({ length: 8 }, () => 50);
  bench.skip(lengthMs);
  await judging.send(one, [...steady, 19, 19, ...steady, 30, 9, 9, 50]);
  const rule = await savedRule(one);
  const overrides = [{ containerId: one.containerId, off: true }];
  const named = async (conditions: WarningRule["conditions"], match: WarningRule["match"] = "any") =>
    (await tried(one, { ...rule, match, conditions })).episodes.map(({ condition }) => condition).toReversed();
  const [never, veryLow, falls] = rule.conditions as [
    WarningRule["conditions"][0],
    WarningRule["conditions"][0],
    WarningRule["conditions"][0],
  ];
  expect(await named([never, veryLow])).toEqual(["Very low"]);
  expect(await named([{ ...never, overrides }, veryLow, falls])).toEqual(["Falls", "Very low"]);
  expect(await named([falls])).toEqual([null, null]);
});

test("the silence of a container is found as it was, although its frames came later", async () => {
  const one = await judging.stage({ type: "silent", attributes: [], threshold: undefined, duration: 900 });
  await judging.send(one, [50, 50]);
  await judgeFrames(tools);
  bench.skip(1_800_000);
  await judging.settle();
  await judgeTicks(tools);
  await judging.send(one, [50], { fromS: 1_800 });
  await judgeFrames(tools);
  // What it had measured meanwhile.
  bench.skip(60_000);
  await judging.send(
    one,
    Array.from({ length: 100 }, () => 50),
    { fromS: 300 },
  );
  await judgeFrames(tools);
  const live = await liveRows(one);
  expect(live).toEqual([{ severity: "warning", value: null, raisedS: 910, clearedS: 1_800 }]);
  expect(rowsOf(await tried(one, await savedRule(one)), one)).toEqual(live);
});

test("days that are sealed are gone through as they were, with when each frame came", async () => {
  const [level, silence] = [
    await judging.stage({ duration: 20, keepFor: 20 }),
    await judging.stage({ type: "silent", attributes: [], threshold: undefined, duration: 900 }),
  ];
  bench.skip(lengthMs);
  for (const one of [level, silence]) await judging.send(one, dips);
  bench.skip(1_500_000);
  await judging.send(silence, [50], { fromS: 1_800 });
  // Time goes on while the days are sealed: what was heard again is over by then.
  bench.skip(600_000);
  const results = async () => [
    await tried(level, await savedRule(level)),
    await tried(silence, await savedRule(silence)),
  ];
  const before = await results();
  expect(before.map(({ totals }) => totals.raised)).toEqual([2, 1]);
  const seal = async () => {
    for (const { containerId, startMs } of [level, silence]) {
      await pool.query("update rollup_dirty set quarters = repeat('0', 96)::bit(96) where container_id = $1", [
        containerId,
      ]);
      for (const day of new Set([dayOf(startMs), dayOf(bench.now())]))
        await sealDay(db, { containerId, day }, async () => {});
    }
    const ids = [level.containerId, silence.containerId];
    return (await pool.query("select from frame where container_id = any($1)", [ids])).rowCount === 0;
  };
  // The portal counts its traffic by itself, and what it writes of it meanwhile opens a day again.
  await vi.waitUntil(seal, { timeout: 30_000, interval: 100 });
  const after = await results();
  expect(after.map(({ episodes }) => episodes)).toEqual(before.map(({ episodes }) => episodes));
});

test("events and commands count as they came, and forecasts as they were made", async () => {
  const { startMs, containerId, ...one } = await judging.stage({
    type: "event",
    attributes: ["door.opened"],
    threshold: 2,
    window: 600,
  });
  const stage = { startMs, containerId, ...one };
  await pool.query(
    `insert into event (id, container_id, at, received_at, code, level, data)
    select $1 || n, $1, to_timestamp($2::float8 + n * 60), to_timestamp($2::float8 + n * 60 + 5), 'door.opened', 'info', '{}'
    from generate_series(1, 3) as n`,
    [containerId, startMs / 1_000],
  );
  await pool.query(
    `insert into forecast_said (container_id, at, hours, lowest_soc, chance, is_unknown)
    select $1, to_timestamp($2::float8 + n * 900), case n when 1 then 5 when 2 then 7 end, 10, 60, n = 3 from generate_series(0, 4) as n`,
    [containerId, startMs / 1_000],
  );
  bench.skip(2 * 3_600_000);
  const rule = await savedRule(stage);
  const events = rowsOf(await tried(stage, rule), stage);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ value: 2, raisedS: 120 });
  const [condition] = rule.conditions;
  const ahead = {
    ...condition,
    type: "forecast",
    attributes: ["hours_to_reserve"],
    threshold: 6,
    window: undefined,
  } as const;
  const forecast = await tried(stage, { ...rule, conditions: [ahead] as unknown as WarningRule["conditions"] });
  expect(rowsOf(forecast, stage)).toMatchObject([{ value: 5, raisedS: 900 }]);
  expect(forecast.forecastsFrom).toBe(new Date(startMs).toISOString());
});

test("a change of a rule is compared with the rule as it is saved, and with what people said of its warnings", async () => {
  const one = await judging.stage({ duration: 0, keepFor: 0 });
  bench.skip(lengthMs);
  await judging.send(one, dips);
  await judgeFrames(tools);
  const { rows } = await pool.query<{ id: string }>(
    "select id from warning where container_id = $1 order by raised_at",
    [one.containerId],
  );
  const say = (index: number, said: string) =>
    pool.query(`update warning set ${said} where id = $1`, [rows[index]?.id]);
  await say(0, "feedback = 'noise'");
  await say(1, "feedback = 'useful'");
  await say(2, "acknowledged_at = now()");
  const rule = await savedRule(one);
  const [condition] = rule.conditions as [WarningRule["conditions"][number]];
  const found = await tried(one, { ...rule, conditions: [{ ...condition, threshold: 10 }] });
  expect(found.totals).toEqual({ raised: 1, containers: 1, seconds: 30, critical: 0, longestSeconds: 30 });
  expect(found.saved).toMatchObject({ raised: 3, valued: 2, kept: 1, noise: 1, noiseKept: 0 });
  expect(found.tried).toMatchObject([{ raised: 1, seconds: 30 }]);
});

test("the time in which nothing was known is said, and who is gone is not worked for", async () => {
  const one = await judging.stage({});
  await judging.send(one, [50, 50, 50]);
  bench.skip(10_000_000);
  const found = await tried(one, await savedRule(one), { fromMs: bench.now() - 20_000_000 });
  expect(found.tried[0]?.unjudged).toBeGreaterThan(0.95);
  const gone = new AbortController();
  gone.abort();
  await judging.send(
    one,
    Array.from({ length: 3_000 }, () => 50),
    { fromS: -40_000 },
  );
  await expect(tried(one, await savedRule(one), { fromMs: 0, signal: gone.signal })).rejects.toMatchObject({
    code: "too_many",
  });
});
