import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { expect, test } from "vitest";

import { dayMs } from "../../history/quarter-hours.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { backTest } from "./back-test.ts";
import { findBeginnings } from "./find-beginnings.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames, judgeTicks } from "./judge.ts";
import { listRules, readRule } from "./rules.store.ts";
import { listContainers } from "./trials.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

const minuteMs = 60_000;
const lengthMs = 300_000;
/** Below 20 from the second dip on, which begins after 100 s. */
const charges = [50, 19, 18, 17, 30, 40, 50, 50, 50, 50, 19, 18, 18, 17, 17, 17, 17, 17, 17, 17, 17, 16, 16];

async function backTested({ containerId, ruleId, startMs }: Stage) {
  const [row] = await listRules(db, { id: ruleId }, bench.now());
  const rule = readRule(row as NonNullable<typeof row>);
  const containers = await listContainers(db, { userId: `owner-${containerId}` }, { sites: [containerId] });
  const range = { fromMs: startMs - 1_000, toMs: bench.now() };
  const order = { rule: rule as NonNullable<typeof rule>, saved: undefined, containers, range };
  return backTest(db, order, new AbortController().signal);
}

async function foundAfterS({ containerId, startMs }: Stage): Promise<(number | null)[]> {
  const { rows } = await pool.query<{ found: number | null }>(
    "select extract(epoch from found_at)::float8 * 1000 as found from warning where container_id = $1 order by raised_at",
    [containerId],
  );
  return rows.map(({ found }) => (found === null ? null : Math.round((found - startMs) / 1_000)));
}

test("what a rule finds when it is saved is a warning at once, and since when it is so is looked up as a back-test has it", async () => {
  const one = await judging.stage({ threshold: 5 });
  bench.skip(lengthMs);
  await judging.send(one, charges, { atOnce: false, judged: true });
  await judging.save(one, { duration: 20, keepFor: 20 });
  const savedS = Math.round((bench.now() - one.startMs) / 1_000);
  await judging.settle();
  await judgeTicks(tools);
  const [atFirst] = await judging.rows(one);
  expect(atFirst).toMatchObject({ value: 16, clearedS: null });
  expect(atFirst?.raisedS).toBeGreaterThanOrEqual(savedS - 1);

  await Promise.all([findBeginnings(tools), findBeginnings(tools)]);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 100, value: 18, clearedS: null }]);
  expect(await foundAfterS(one)).toEqual([atFirst?.raisedS]);
  const { episodes } = await backTested(one);
  expect(episodes.map(({ raisedAt }) => (Date.parse(raisedAt) - one.startMs) / 1_000)).toEqual([120, 30]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
});

test("a hole in the data when a rule is saved makes what was so before no news of now", async () => {
  const one = await judging.stage({ threshold: 5 });
  bench.skip(lengthMs);
  await judging.send(one, charges.slice(0, 20), { atOnce: false, judged: true });
  // Silent for a while, and low again in the first frame that the rule waits with.
  await judging.save(one, { duration: 30, keepFor: 20 });
  await judging.settle();
  bench.skip(100_000);
  await judging.send(one, [16, 16, 16, 16, 16], { fromS: 340, atOnce: false, judged: true });
  await judging.settle();
  const [atFirst] = await judging.rows(one);
  expect(atFirst).toMatchObject({ raisedS: 370, clearedS: null });
  await findBeginnings(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 100, clearedS: null }]);
  expect(await foundAfterS(one)).toEqual([370]);
});

test("what was so already as far back as is looked has no beginning and no value of it: it is so for 30 days or more", async () => {
  const one = await judging.stage({ threshold: 5 });
  bench.skip(lengthMs);
  const aroundEdge = Array.from({ length: 12 }, () => 19);
  await judging.send(one, aroundEdge, { fromS: lengthMs / 1_000 - 60 });
  // What was measured first is as old as that by the time that the rule is saved.
  bench.skip(warningLimits.backTestDays * dayMs);
  await judging.send(one, [18, 18, 18, 18], {
    fromS: warningLimits.backTestDays * 86_400,
    atOnce: false,
    judged: true,
  });
  await judging.save(one, { keepFor: 20 });
  await judging.settle();
  await judgeTicks(tools);
  await findBeginnings(tools);
  const [row] = await judging.rows(one);
  const [foundS] = await foundAfterS(one);
  expect(row).toMatchObject({
    value: null,
    clearedS: null,
    raisedS: (foundS ?? 0) - warningLimits.backTestDays * 86_400,
  });
});

/** Readings once a day, at the same time of it. */
async function sendDaily(one: Stage, daily: readonly number[], { fromDay = 0, judged = false } = {}): Promise<void> {
  for (const [place, charge] of daily.entries())
    await judging.send(one, [charge], { fromS: (fromDay + place) * daySeconds, judged });
}
const daySeconds = 86_400;

test("of what is measured once a day, since when it is so is the first reading that had it so", async () => {
  const one = await judging.stage({ threshold: 5 });
  bench.skip(9.5 * dayMs);
  await sendDaily(one, [50, 50, 50, 50, 19, 18, 18, 17, 17, 17]);
  const others = (fromS: number) => judging.sendValues(one, ["inside.temperature"], [[20], [20], [20]], fromS);
  await others(9.4 * daySeconds);
  await judgeFrames(tools);
  await judging.save(one, { keepFor: 20 });
  await judging.settle();
  bench.skip(minuteMs);
  await others(9.5 * daySeconds);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([]);
  // The first reading that the rule sees comes half a day after it was saved.
  bench.skip(0.5 * dayMs);
  await sendDaily(one, [16], { fromDay: 10, judged: true });
  await findBeginnings(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 4 * daySeconds, value: 19, clearedS: null }]);
  expect(await foundAfterS(one)).toEqual([10 * daySeconds]);
});

test("what is measured once a day and was so before the look-back has no invented beginning within it", async () => {
  const one = await judging.stage({ threshold: 5 });
  const days = warningLimits.backTestDays + 8;
  bench.skip((days + 0.5) * dayMs);
  await sendDaily(
    one,
    Array.from({ length: days + 1 }, () => 18),
  );
  await judgeFrames(tools);
  await judging.save(one, { keepFor: 20 });
  await judging.settle();
  bench.skip(minuteMs);
  await judging.send(one, [18], { fromS: (days + 0.5) * daySeconds, judged: true });
  await judgeTicks(tools);
  await findBeginnings(tools);
  const [foundS] = await foundAfterS(one);
  expect(await judging.rows(one)).toMatchObject([
    { value: null, clearedS: null, raisedS: (foundS ?? 0) - warningLimits.backTestDays * daySeconds },
  ]);
});

test("what became so after the rule was saved began then, and is not looked up", async () => {
  const one = await judging.stage({ duration: 20, keepFor: 20 });
  bench.skip(lengthMs);
  await judging.send(one, charges.slice(5), { atOnce: false, judged: true });
  await findBeginnings(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 70, clearedS: null }]);
  expect(await foundAfterS(one)).toEqual([null]);
});

test("of a rule that was changed while it was so, the next warning begins where the one before was closed", async () => {
  const one = await judging.stage({ duration: 20, keepFor: 20 });
  bench.skip(lengthMs);
  await judging.send(one, charges.slice(10), { atOnce: false, judged: true });
  await judging.save(one, { duration: 20, keepFor: 20, threshold: 21 });
  await judging.settle();
  await judgeTicks(tools);
  await findBeginnings(tools);
  const [before, after] = await judging.rows(one);
  expect(before).toMatchObject({ raisedS: 20, close_reason: "rule_changed" });
  expect(after).toMatchObject({ raisedS: before?.clearedS, clearedS: null });
});
