import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames, judgeTicks } from "./judge.ts";
import { saveRule } from "./rules.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** The next time that clocks are changed in Berlin, at one o'clock UTC on the last Sunday of a month. */
function nextChange(month: 3 | 10): number {
  const year = new Date(bench.now()).getUTCFullYear();
  const [soon = 0, later = 0] = [year, year + 1].map((one) => {
    const last = new Date(Date.UTC(one, month, 0));
    return last.getTime() - last.getUTCDay() * 24 * hourMs + hourMs;
  });
  return soon - 2 * hourMs > bench.now() ? soon : later;
}

/** A container in Berlin with a rule that is active at some hours, from an instant on. */
async function stageAt(atMs: number, from: string, to: string): Promise<Stage> {
  bench.skip(atMs - bench.now());
  const stage = await judging.stage({});
  await pool.query("update container set zone_name = 'Europe/Berlin' where id = $1", [stage.containerId]);
  const [condition] = [{ name: "Charge low", type: "below", attributes: ["battery.soc"], threshold: 20 }];
  const rule = WarningRuleInput.parse({
    ruleName: "At night",
    sites: [stage.containerId],
    conditions: [{ ...condition, duration: 0, keepFor: 0 }],
    activeHours: { from: { time: from }, to: { time: to } },
  });
  const owned = { id: stage.ruleId, ownerId: `owner-${stage.containerId}`, rule };
  await db.transaction().execute((tx) => saveRule(tx, owned, bench.now()));
  return stage;
}

/** A low charge until an instant from now on, judged as it comes. */
async function lowUntil(stage: Stage, atMs: number): Promise<void> {
  while (bench.now() < atMs) {
    const fromS = Math.ceil((bench.now() - stage.startMs) / 10_000) * 10;
    bench.skip(2 * minuteMs);
    await judging.send(
      stage,
      Array.from({ length: 12 }, () => 10),
      { fromS },
    );
    await judgeFrames(tools);
    await judging.settle();
    await judgeTicks(tools);
  }
}

/** As minutes from an instant. */
async function warningsFrom(stage: Stage, atMs: number) {
  const inMinutes = (s: number | null) =>
    s === null ? null : Math.round((stage.startMs + s * 1_000 - atMs) / minuteMs);
  return (await judging.rows(stage)).map(({ raisedS, clearedS }) => [inMinutes(raisedS), inMinutes(clearedS)]);
}

test("where clocks skip the end of its hours a rule is quiet from then on, and one whose hours they skip whole stays so", async () => {
  const changeMs = nextChange(3);
  const night = await stageAt(changeMs - 6 * minuteMs, "22:00", "02:30");
  await lowUntil(night, changeMs + 6 * minuteMs);
  expect(await warningsFrom(night, changeMs)).toEqual([[-6, 0]]);
  const skipped = await stageAt(bench.now(), "02:15", "02:45");
  await lowUntil(skipped, bench.now() + 6 * minuteMs);
  expect(await judging.rows(skipped)).toEqual([]);
});

test("where an hour comes twice the hours of a rule end the first time, and do not begin again", async () => {
  const changeMs = nextChange(10);
  const endMs = changeMs - 30 * minuteMs;
  const night = await stageAt(endMs - 6 * minuteMs, "22:00", "02:30");
  await lowUntil(night, endMs + 6 * minuteMs);
  expect(await warningsFrom(night, endMs)).toEqual([[-6, 0]]);
  // It is ten past two again.
  bench.skip(changeMs + 10 * minuteMs - bench.now());
  await lowUntil(night, bench.now() + 4 * minuteMs);
  expect(await warningsFrom(night, endMs)).toEqual([[-6, 0]]);
});
