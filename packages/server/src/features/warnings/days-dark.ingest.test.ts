import { ruleFromSuggestion } from "@offgrid/contract/warnings/rule-from-suggestion";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { newWarningState } from "@offgrid/contract/warnings/warning-state";
import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { canHeal, Replay } from "@offgrid/contract/warnings/heal";
import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test, vi } from "vitest";

import { ackOf, benchOfFile } from "../ingest/telemetry.fixture.ts";
import { healGaps } from "./heal-gaps.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames, judgeTicks } from "./judge.ts";
import { saveRule } from "./rules.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

const everyMs = 10_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Live for so long before it goes dark. */
const liveFrames = 60;
const darkFrames = (3 * dayMs) / everyMs;
const framesAtOnce = 720;

const names = [
  "battery.soc",
  "battery.temperature",
  "battery.cell_spread",
  "battery.current",
  "battery.voltage",
  "battery.power",
  "inverter.state",
  "solar.power",
  "load.power",
  "inside.temperature",
];

/** What a container measures, by ms since it was first live: three days with a low charge each night, heat and a fault. */
function measured(ms: number): number[] {
  const inDay = (ms - hourMs) / dayMs;
  const isBetween = (fromH: number, toH: number) => ms >= fromH * hourMs && ms < toH * hourMs;
  const soc = Math.round((45 + 33 * Math.cos(2 * Math.PI * inDay)) * 10) / 10;
  const wave = Math.round(100 * Math.sin(ms / 700_000)) / 100;
  return [
    soc,
    isBetween(30, 30.5) ? 46 : isBetween(52, 52.6) ? 57 : 31 + wave,
    isBetween(40, 41) ? 120 : 12,
    10 * wave,
    52 + wave,
    520 * wave,
    isBetween(20, 20.1) || isBetween(60, 60.01) ? 4 : 3,
    400 + 100 * wave,
    380,
    29 + wave,
  ];
}

let seq = 1_000;

/** Sends the frames of a span, by their number since it was first live, in as many messages as it takes. */
async function send({ containerId, client, startMs }: Stage, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += framesAtOnce) {
    const count = Math.min(framesAtOnce, to - first);
    const since = Array.from({ length: count }, (_, index) => (first + index) * everyMs);
    const message = { boot: "b1", seq: ++seq, m: names, t: since.map((ms) => startMs + ms), v: since.map(measured) };
    await client.send(dataTopic.name({ containerId }), message);
    await ackOf(client, containerId, seq);
  }
}

async function warningsOf({ containerId, startMs }: Stage) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select rule_name, severity, round(date_part('epoch', raised_at) * 1000 - $2) as raised,
      round(date_part('epoch', cleared_at) * 1000 - $2) as cleared, is_late
    from warning where container_id = $1 order by rule_name, raised_at`,
    [containerId, startMs],
  );
  return rows.map(({ rule_name, severity, raised, cleared, is_late }) => ({
    name: String(rule_name),
    severity,
    raisedMs: Number(raised),
    clearedMs: cleared === null ? null : Number(cleared),
    isLate: Boolean(is_late),
  }));
}

test("three days of 260,000 values that come late warn nobody; they are one message, and the history is that of a link that was never down", async () => {
  const stage = await judging.stage({});
  const ownerId = `owner-${stage.containerId}`;
  await pool.query("delete from warning_rule where id = $1", [stage.ruleId]);
  const rules = suggestedRules
    .filter(({ isUsual }) => isUsual)
    .flatMap((suggestion) => ruleFromSuggestion(suggestion, "en", new Set(names)) ?? [])
    .map((rule) => WarningRuleInput.parse({ ...rule, sites: [stage.containerId] }));
  for (const rule of rules)
    await db.transaction().execute((tx) => saveRule(tx, { id: undefined, ownerId, rule }, bench.now()));
  bench.skip(liveFrames * everyMs);
  await send(stage, 0, liveFrames);
  await judgeFrames(tools);
  // Its link is down, and it is said to be dark.
  bench.skip(3 * dayMs);
  await vi.waitUntil(
    async () => {
      // Whoever takes frames in has noticed by then how much time has passed.
      await judging.settle();
      await judgeTicks(tools);
      return (await warningsOf(stage)).length > 0;
    },
    { timeout: 20_000 },
  );
  const back = liveFrames + darkFrames;
  let end = back;
  // What is calm for a quarter of an hour is said to be over.
  for (let minutes = 0; minutes < 24; minutes += 8) {
    bench.skip(8 * minuteMs);
    await send(stage, end, (end += (8 * minuteMs) / everyMs));
    await judgeFrames(tools);
  }
  const live = await warningsOf(stage);
  expect(live.map(({ name, clearedMs }) => [name, clearedMs])).toEqual([["Container silent", back * everyMs]]);
  const said = await judging.messages(stage);
  // What it has measured meanwhile.
  await send(stage, liveFrames, back);
  // Beside those in which the portal counts the bytes of the link.
  const { rows: kept } = await pool.query(
    `select count(*)::int from frame f join container_metric m using (container_id)
    where f.container_id = $1 and m.name = 'battery.soc' and f.v[m.slot] is not null`,
    [stage.containerId],
  );
  expect(kept).toEqual([{ count: end }]);
  await judgeFrames(tools);
  await judgeTicks(tools);
  expect(await warningsOf(stage)).toEqual(live);
  expect(await judging.messages(stage)).toEqual(said);
  for (const waitMs of [2 * minuteMs, 6 * minuteMs, 6 * minuteMs, 6 * minuteMs]) {
    bench.skip(waitMs);
    await healGaps(tools);
  }
  const inOrder = rules.filter(canHeal).flatMap((rule) => {
    const replay = new Replay(rule, newWarningState(rule.conditions.length));
    for (let frame = 0; frame < end; frame++) {
      const values = measured(frame * everyMs);
      const valueOf = (metric: string) => values[names.indexOf(metric)];
      replay.take({ kind: "frame", atMs: frame * everyMs, everyMs, valueOf, place: { zoneName: "UTC" } });
    }
    const of = ({ raisedMs, clearedMs, severity }: (typeof replay.episodes)[number]) => ({
      name: rule.ruleName,
      severity,
      raisedMs,
      clearedMs,
      isLate: true,
    });
    return replay.episodes.map(of);
  });
  expect(inOrder.length).toBeGreaterThan(6);
  expect(await warningsOf(stage)).toEqual(
    [...live, ...inOrder].toSorted((one, other) =>
      one.name < other.name ? -1 : one.name > other.name ? 1 : one.raisedMs - other.raisedMs,
    ),
  );
  const after = await judging.messages(stage);
  expect(after.toSorted()).toEqual([...said, "warning.while_dark 1"].toSorted());
});
