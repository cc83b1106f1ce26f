import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { addSlots, ensurePartitions, writeFrames } from "../../history/tiers/frames.store.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { keepScore } from "./keep-score.ts";
import { listScores } from "./score.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;
const hourMs = 3_600_000;

const ahead = { type: "forecast" as const, attributes: ["hours_to_reserve"], threshold: 12 };

/** A rule that looks at forecasts, which is held against what comes from now on. */
async function scored(): Promise<Stage> {
  const one = await judging.stage(ahead);
  await keepScore(tools);
  return one;
}

/** A warning of the rule, so many hours after the beginning. */
async function fires({ ruleId, containerId, startMs }: Stage, hours: number): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into warning (id, rule_id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
    values ($1, $2, $3, 'Cut ahead', 'Cut ahead', '', false, 'warning', to_timestamp($4), to_timestamp($4 + 3600), 'data')`,
    [id, ruleId, containerId, (startMs + hours * hourMs) / 1_000],
  );
  return id;
}

/** Half-hourly readings of some days; in the hours that are named the loads have no power. */
async function measures({ containerId, startMs }: Stage, days: number, dark: readonly [number, number][] = []) {
  const names = ["battery.soc", "load.power", "inverter.state"];
  const slots = await addSlots(
    db,
    containerId,
    names.map((name) => ({ name, unit: null, kind: null })),
    512,
  );
  const rows = Array.from({ length: days * 48 }, (_, index) => {
    const isDark = dark.some(([from, to]) => index / 2 >= from && index / 2 < to);
    const values: (number | null)[] = [];
    for (const [place, value] of [isDark ? 9 : 60, isDark ? 0 : 400, isDark ? 0 : 3].entries())
      values[(slots.get(names[place] as string) as number) - 1] = value;
    return {
      containerId,
      atMs: startMs + (index * hourMs) / 2,
      values: Array.from(values, (value) => value ?? null),
    };
  });
  await ensurePartitions(db, rows, new Set());
  await db.transaction().execute((tx) => writeFrames(tx, rows, startMs + days * 24 * hourMs));
  await pool.query("update container_latest set every_s = 1800 where container_id = $1", [containerId]);
}

const outcomeOf = async (id: string) =>
  (
    await pool.query<{ outcome: string | null; lead: number | null }>(
      `select outcome, extract(epoch from came_at - raised_at)::float8 / 3600 as lead from warning where id = $1`,
      [id],
    )
  ).rows[0];

test("what a rule warned of is judged days later, once, whoever does it and however often", async () => {
  const one = await scored();
  const [came, wrong] = [await fires(one, 10), await fires(one, 150)];
  await measures(one, 12, [
    [20, 26],
    [90, 94],
  ]);
  bench.skip(40 * hourMs);
  await keepScore(tools);
  expect(await outcomeOf(came)).toEqual({ outcome: null, lead: null });
  bench.skip(9 * 24 * hourMs);
  await Promise.all([keepScore(tools), keepScore(tools), keepScore(tools)]);
  await keepScore(tools);
  expect(await outcomeOf(came)).toEqual({ outcome: "came", lead: 10 });
  expect(await outcomeOf(wrong)).toEqual({ outcome: "false", lead: null });
  // The second cut came without a warning.
  expect(await listScores(db, [one.ruleId])).toEqual([
    { ruleId: one.ruleId, came: 1, avoided: 0, wrong: 1, warned: 1, missed: 1, medianLeadS: 36_000 },
  ]);
});

test("where something was switched off and no cut came it was avoided, and where nothing is known nobody says so", async () => {
  const [acted, dark] = [await scored(), await scored()];
  const [avoided, unknown] = [await fires(acted, 10), await fires(dark, 10)];
  await measures(acted, 6);
  await pool.query(
    `insert into event (id, container_id, at, received_at, code, level, data)
    values ($1, $2, to_timestamp($3), now(), 'output.changed', 'info', '{"value": false}')`,
    [randomUUID(), acted.containerId, (acted.startMs + 14 * hourMs) / 1_000],
  );
  bench.skip(6 * 24 * hourMs);
  await keepScore(tools);
  expect(await outcomeOf(avoided)).toEqual({ outcome: "avoided", lead: null });
  expect(await outcomeOf(unknown)).toEqual({ outcome: "unknown", lead: null });
});
