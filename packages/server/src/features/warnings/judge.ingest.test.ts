import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test, vi } from "vitest";

import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage } from "./judge.fixture.ts";
import { holdContainers } from "./judged.store.ts";
import { judgeFrames, judgeTicks, sweepWatched } from "./judge.ts";

const bench = await benchOfFile();
const { db } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

/** The ids of events that are announced meanwhile, by announcement. */
async function eventsAnnounced(work: () => Promise<void>): Promise<string[][]> {
  const announced: string[][] = [];
  const stop = bench.bus.subscribe("eventRaised", ({ eventIds }) => {
    if (eventIds.length > 0) announced.push([...eventIds]);
  });
  await work();
  stop();
  return announced;
}

const dip = [50, 19, 18, 18, 17, 30, 40, 41, 42];
const dipped = { close_reason: "data", value: 18, severity: "warning", raisedS: 30, clearedS: 50 };

test("a rule raises and clears by the time of the data, and those who see the container are notified of both, of the end once it has been calm for a quarter of an hour", async () => {
  const one = await judging.stage({ duration: 20, keepFor: 20 });
  await judging.send(one, dip.slice(0, 5));
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([{ ...dipped, close_reason: null, clearedS: null }]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
  await judging.send(one, dip.slice(5), { fromS: 50 });
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([dipped]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1", "warning.cleared 0"]);
  expect(await judging.messagesAfterwards(one)).toEqual(["warning.raised 1", "warning.cleared 1"]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1", "warning.cleared 1"]);
});

test("what is raised while people are at work at its container is written down, and nobody is notified of it", async () => {
  const one = await judging.stage({ duration: 20, keepFor: 20 });
  await bench.database.pool.query("update container set works = '{}' where id = $1", [one.containerId]);
  await judging.send(one, dip);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([dipped]);
  expect(await judging.messages(one)).toEqual(["warning.raised 0", "warning.cleared 0"]);
});

test("rows are the same however frames were gathered, and whoever judges them at the same time", async () => {
  const [whole, single] = [
    await judging.stage({ duration: 20, keepFor: 20 }),
    await judging.stage({ duration: 20, keepFor: 20 }),
  ];
  await judging.send(whole, dip);
  await Promise.all([judgeFrames(tools), judgeFrames(tools), judgeFrames(tools)]);
  await judging.send(single, dip, { atOnce: false, judged: true });
  expect(await judging.rows(whole)).toEqual([dipped]);
  expect(await judging.rows(single)).toEqual([dipped]);
  expect(await judging.messages(single)).toEqual(["warning.raised 1", "warning.cleared 0"]);
});

test("who dies before the end of its work leaves nothing, and the next one does all of it", async () => {
  const one = await judging.stage({});
  await judging.send(one, [19]);
  const failing = { ...tools, bus: { ...tools.bus, announce: () => failingAnnouncement() } };
  await expect(judgeFrames(failing as unknown as typeof tools)).rejects.toThrow("killed");
  expect(await judging.rows(one)).toEqual([]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 0, clearedS: null }]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
});

/** Its transaction breaks off at its last step. */
function failingAnnouncement() {
  const news = bench.bus.announce();
  news.send = () => Promise.reject(new Error("killed"));
  return news;
}

test("that a rule flaps stands with the warning that is open, and with what is raised while it still does", async () => {
  const one = await judging.stage({});
  await judging.send(one, [19, 50, 19, 50, 19]);
  // The first condition flaps before the second one is met at all.
  const two = await judging.stage({}, { threshold: 10 });
  await judging.send(two, [19, 50, 19, 50, 19, 9]);
  await judgeFrames(tools);
  const { rows: found } = await bench.database.pool.query<{ is_flapping: boolean }>(
    "select is_flapping from warning where container_id = any($1) order by container_id = $2, raised_at",
    [[one.containerId, two.containerId], two.containerId],
  );
  expect(found.map((row) => row.is_flapping)).toEqual([false, false, true, true]);
  expect(await judging.messages(one)).toContain("warning.raised 1");
  expect(await judging.messagesAfterwards(one)).toContain("warning.flapping 1");
});

test("what comes later than what was judged moves nothing", async () => {
  const one = await judging.stage({});
  await judging.send(one, [50, 50], { fromS: 100 });
  await judgeFrames(tools);
  await judging.send(one, [5, 5], { fromS: 20 });
  await judgeFrames(tools);
  await judgeTicks(tools);
  expect(await judging.rows(one)).toEqual([]);
});

test("a container that is silent is raised as of its last frame, once the portal has run for a while, until the next frame", async () => {
  const one = await judging.stage({ type: "silent", attributes: [], threshold: undefined, duration: 900 });
  await judging.send(one, [50]);
  await judgeFrames(tools);
  bench.skip(1_200_000);
  await bench.database.pool.query("update role_lease set since = to_timestamp($1)", [bench.now() / 1_000]);
  await judgeTicks(tools);
  expect(await judging.rows(one)).toEqual([]);
  await judging.settle();
  await judgeTicks(tools);
  await judgeTicks(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 900, clearedS: null }]);
  // Of the quarter hour that ended meanwhile the portal has stored what it counted itself.
  await judging.send(one, [50], { fromS: 1_200 });
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 900, clearedS: 1_200 }]);
});

test("while a container is dark its warning stays as it is, and says since when nothing is known", async () => {
  const one = await judging.stage({});
  await judging.send(one, [19]);
  await judgeFrames(tools);
  bench.skip(1_200_000);
  await judging.settle();
  await judgeTicks(tools);
  const { rows: found } = await bench.database.pool.query<{ blindSince: string }>(
    `select extract(epoch from blind_since) * 1000 as "blindSince" from warning where container_id = $1`,
    [one.containerId],
  );
  expect(found.map(({ blindSince }) => Number(blindSince))).toEqual([one.startMs]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
});

test("a rule whose owner no longer sees the container closes what it has open, without a message", async () => {
  const one = await judging.stage({});
  await judging.send(one, [19]);
  await judgeFrames(tools);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
  await db.deleteFrom("containerUser").where("containerId", "=", one.containerId).execute();
  await judgeTicks(tools);
  expect(await judging.rows(one)).toMatchObject([{ close_reason: "out_of_scope" }]);
  await judging.send(one, [50], { fromS: 100 });
  await judgeFrames(tools);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
});

test("a rule that was changed begins anew with what is measured then, and never as of before its change", async () => {
  const one = await judging.stage({});
  await judging.send(one, [19, 19]);
  await judgeFrames(tools);
  await judging.save(one, { threshold: 30 });
  await judging.send(one, [25], { fromS: 60 });
  await judgeFrames(tools);
  const found = await judging.rows(one);
  expect(found).toMatchObject([{ close_reason: "rule_changed" }, { close_reason: null, value: 25 }]);
  expect(Number(found[1]?.raisedS)).toBeGreaterThanOrEqual(Number(found[0]?.clearedS));
});

test("a rule is read and checked once for each time that it was saved, however often it is judged", async () => {
  const one = await judging.stage({});
  const checks = vi.spyOn(WarningRule, "safeParse");
  try {
    for (const fromS of [0, 10, 20]) {
      await judging.send(one, [50], { fromS });
      await judgeFrames(tools);
    }
    expect(checks).toHaveBeenCalledTimes(1);
    await judging.save(one, { threshold: 60 });
    await judging.send(one, [50], { fromS: 30 });
    await judgeFrames(tools);
    expect(checks).toHaveBeenCalledTimes(2);
  } finally {
    checks.mockRestore();
  }
  expect(await judging.rows(one)).toMatchObject([{ value: 50, clearedS: null }]);
});

test("of what was before a rule was saved it says only what is still so", async () => {
  const long = { critical: { threshold: 5, duration: 3_600 } };
  const [over, still] = [await judging.stage({ threshold: 1 }), await judging.stage({ threshold: 1 })];
  await judging.send(over, [50, 9, 9, 50, 50]);
  await judging.send(still, [50, 9, 50, 50, 4]);
  await judgeFrames(tools);
  bench.skip(60_000);
  for (const one of [over, still]) await judging.save(one, long);
  await judging.send(over, [50], { fromS: 61 });
  await judging.send(still, [4], { fromS: 61 });
  await judgeFrames(tools);
  expect(await judging.rows(over)).toEqual([]);
  expect(await judging.messages(over)).toEqual([]);
  expect(await judging.rows(still)).toMatchObject([{ value: 4, clearedS: null }]);
  expect(await judging.messages(still)).toEqual(["warning.raised 1"]);
  await judging.send(still, [50], { fromS: 81 });
  await judgeFrames(tools);
  expect(await judging.messagesAfterwards(still)).toEqual(["warning.raised 1", "warning.cleared 1"]);
});

test("what a round has to say is stored in one go, to each person what concerns them", async () => {
  const stages = [await judging.stage({}), await judging.stage({}), await judging.stage({})];
  // Raised and cleared within one round.
  for (const one of stages) await judging.send(one, [19, 50]);
  const announced: readonly string[][] = await eventsAnnounced(() => judgeFrames(tools));
  expect(announced.map((ids) => ids.length)).toEqual([6]);
  for (const one of stages) expect(await judging.messages(one)).toEqual(["warning.raised 1", "warning.cleared 0"]);
});

test("a rule that fails at several containers in one round has failed once", async () => {
  const one = await judging.stage({});
  const others = [1, 2].map((index) => `${one.containerId}-${index}`);
  for (const id of others) await bench.addContainer(id, { users: [`owner-${one.containerId}`] });
  await bench.database.pool.query(
    "insert into warning_rule_container (rule_id, container_id) select $1, unnest($2::text[])",
    [one.ruleId, others],
  );
  await sweepWatched(tools);
  await judging.settle();
  await judgeTicks(tools);
  await bench.database.pool.query(
    "update warning_state set state = state || '{\"conditions\": []}', due_at = now() where rule_id = $1",
    [one.ruleId],
  );
  await judgeTicks(tools);
  const { rows: found } = await bench.database.pool.query<{ failures: number; state: number }>(
    `select failures, (select count(*)::int from warning_state where rule_id = id) as state from warning_rule where id = $1`,
    [one.ruleId],
  );
  expect(found).toEqual([{ failures: 1, state: 3 }]);
});

test("a new rule judges the newest frame without waiting for the next one", async () => {
  const one = await judging.stage({ threshold: 1 });
  await judging.send(one, [50, 19]);
  await judgeFrames(tools);
  bench.skip(30_000);
  await judging.save(one, {});
  await judging.settle();
  await judgeTicks(tools);
  expect(await judging.rows(one)).toMatchObject([{ value: 19, clearedS: null }]);
});

test("a newest frame between two milliseconds is judged once", async () => {
  const one = await judging.stage({});
  await judging.send(one, [50]);
  await judgeFrames(tools);
  const at = new Date(one.startMs + 1_000).toISOString();
  await bench.database.pool.query(
    "update container_latest set at = $2::timestamptz + interval '300 microseconds' where container_id = $1",
    [one.containerId, at],
  );
  await judgeFrames(tools);
  const held = await db.transaction().execute((tx) => holdContainers(tx, "news", 1_000));
  expect(held.map(({ containerId }) => containerId)).not.toContain(one.containerId);
});

test("containers whose frames have waited longest are judged first", async () => {
  const stages = [await judging.stage({}), await judging.stage({}), await judging.stage({})];
  for (const one of stages) await judging.send(one, [50]);
  const ids = stages
    .map(({ containerId }) => containerId)
    .toSorted()
    .toReversed();
  for (const [index, id] of ids.entries())
    await bench.database.pool.query("update warning_watch set watermark = to_timestamp($2) where container_id = $1", [
      id,
      index + 1,
    ]);
  const held = await db.transaction().execute((tx) => holdContainers(tx, "news", 3));
  expect(held.map(({ containerId }) => containerId)).toEqual(ids);
  await judgeFrames(tools);
});

test("saving a rule looks at its own containers only, and a sweep finds what nobody noted", async () => {
  const [one, other] = [await judging.stage({}), await judging.stage({})];
  await judgeFrames(tools);
  const watched = async () =>
    (await bench.database.pool.query<{ id: string }>("select container_id as id from warning_watch")).rows.map(
      ({ id }) => id,
    );
  await bench.database.pool.query("delete from warning_watch");
  await bench.database.pool.query("delete from warning_state");
  await judging.save(one, {});
  expect(await watched()).toEqual([one.containerId]);
  await judgeTicks(tools);
  expect(await watched()).not.toContain(other.containerId);
  await sweepWatched(tools);
  expect(await watched()).toContain(other.containerId);
});
