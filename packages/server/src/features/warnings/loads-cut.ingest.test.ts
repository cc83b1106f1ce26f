import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { expect, test } from "vitest";

import { followIncidents } from "../incidents/follow-incidents.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { healGaps } from "./heal-gaps.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames } from "./judge.ts";

const bench = await benchOfFile();
const { pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

const minuteMs = 60_000;
const metrics = ["load.power", "inverter.state", "battery.soc"];
const supplied = [300, 3, 40];
const cut = [0, 0, 12];
const times = (count: number, row: readonly number[]) => Array.from({ length: count }, () => row);

function rule(key: string) {
  const found = suggestedRules.find((one) => one.key === key) ?? expect.fail(key);
  return found.conditions.map((condition) => ({ ...condition, name: found.en.ruleName, threshold: undefined }));
}

const incidents = async ({ containerId }: Stage) =>
  (
    await pool.query(
      `select i.cause, i.severity, count(*)::int as warnings from incident i
        join incident_member m on m.incident_id = i.id join warning w on w.id = m.warning_id
        where w.container_id = $1 group by i.id order by i.began_at`,
      [containerId],
    )
  ).rows;

test("loads that are cut raise a warning that the list of containers says too, and it clears with the first power", async () => {
  const one = await judging.stage(...rule("cut"));
  bench.skip(6 * minuteMs);
  await judging.sendValues(one, metrics, [...times(18, supplied), ...times(12, cut)]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 240, clearedS: null }]);
  const { rows } = await pool.query("select cut_since from container_latest where container_id = $1", [
    one.containerId,
  ]);
  expect(rows).toEqual([{ cut_since: new Date(one.startMs + 180_000) }]);
  await judging.sendValues(one, metrics, times(3, supplied), 300);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 240, clearedS: 300, close_reason: "data" }]);
});

test("a low charge and the cut that follows are one incident", async () => {
  const one = await judging.stage({ threshold: 20 });
  await judging.addRule(one.containerId, ...rule("cut"));
  bench.skip(3 * minuteMs);
  await judging.sendValues(one, metrics, [supplied, [300, 3, 15], [300, 3, 14]]);
  await judgeFrames(tools);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
  expect(await incidents(one)).toMatchObject([{ cause: "single", warnings: 1 }]);
  await judging.sendValues(one, metrics, times(8, cut), 30);
  await judgeFrames(tools);
  expect(await judging.messages(one)).toEqual(["warning.raised 1", "warning.raised 0"]);
  expect(await incidents(one)).toMatchObject([{ cause: "cut", warnings: 2 }]);
});

test("a cut of which the readings come late is in the history as it was, and raises nothing now", async () => {
  const one = await judging.stage(...rule("cut"));
  await judging.sendValues(one, metrics, times(18, supplied));
  await judgeFrames(tools);
  bench.skip(40 * minuteMs);
  await judging.sendValues(one, metrics, times(18, supplied), 2_400);
  await judgeFrames(tools);
  await judging.sendValues(one, metrics, [...times(60, supplied), ...times(60, cut), ...times(102, supplied)], 180);
  for (const minutes of [2, 6, 6, 6, 6]) {
    bench.skip(minutes * minuteMs);
    await healGaps(tools);
  }
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 840, clearedS: 1_380, close_reason: "data" }]);
  const { rows } = await pool.query("select is_late from warning where container_id = $1", [one.containerId]);
  expect(rows).toEqual([{ is_late: true }]);
  await followIncidents(tools);
  expect(await incidents(one)).toEqual([]);
});
