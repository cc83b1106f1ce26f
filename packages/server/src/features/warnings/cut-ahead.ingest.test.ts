import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { expect, test } from "vitest";

import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { keepSaid, saveForecast } from "../forecast/forecast.store.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { backTest } from "./back-test.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeTicks } from "./judge.ts";
import { listRules, readRule } from "./rules.store.ts";
import { listContainers, readPastForecasts } from "./trials.store.ts";

const bench = await benchOfFile();
const { db } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;
const quarterMs = 15 * 60_000;

/** The forecaster's next look at a container, whose loads are cut or will be; then the rules are judged. */
async function foresees(
  { containerId }: Stage,
  { hours, isCut, isCounted }: { hours: number; isCut: boolean; isCounted?: true },
): Promise<void> {
  bench.skip(quarterMs);
  const nowMs = bench.now();
  const likely = new Date(nowMs + hours * 3_600_000).toISOString();
  const forecast = {
    at: new Date(nowMs).toISOString(),
    state: "warning",
    likely,
    hours,
    dip: null,
    soc50: [30, 20, 10],
    blackout: { chance: 1, likely, hours },
    ...(isCounted && { partOff: { from: "unknown", isCounted } }),
  } as unknown as BlackoutForecast;
  const container = { id: containerId, cutSince: isCut ? new Date(nowMs) : null, cutOutputs: null, liveValues: null };
  await saveForecast(db, container as never, forecast);
  await keepSaid(db, container, forecast);
  await judgeTicks(tools);
  bench.skip(10_000);
  await judgeTicks(tools);
}

test("the warning of a cut to come is over once the loads are cut, live and in a back-test, and comes again with the next one", async () => {
  const usual = suggestedRules.find(({ key }) => key === "cut_ahead")?.conditions ?? [];
  const one = await judging.stage(...usual.map((condition) => ({ ...condition, name: "Cut ahead" })));
  await judging.send(one, [50, 50]);
  await judging.settle();
  await foresees(one, { hours: 8, isCut: false });
  expect(await judging.rows(one)).toMatchObject([{ clearedS: null, severity: "warning" }]);
  await foresees(one, { hours: 0, isCut: true });
  expect(await judging.rows(one)).toMatchObject([{ close_reason: "data" }]);
  await foresees(one, { hours: 0, isCut: true });
  await foresees(one, { hours: 6, isCut: false });
  const live = await judging.rows(one);
  expect(live).toMatchObject([{ close_reason: "data" }, { clearedS: null }]);
  const [row] = await listRules(db, { id: one.ruleId }, bench.now());
  const rule = readRule(row as NonNullable<typeof row>);
  const containers = await listContainers(db, { userId: `owner-${one.containerId}` }, { sites: [one.containerId] });
  const order = {
    rule: rule as NonNullable<typeof rule>,
    saved: undefined,
    containers,
    range: { fromMs: one.startMs, toMs: bench.now() },
  };
  const { episodes } = await backTest(db, order, new AbortController().signal);
  const inS = (at: string | null) => (at === null ? null : Math.round((Date.parse(at) - one.startMs) / 1_000));
  expect(episodes.toReversed().map(({ raisedAt, clearedAt }) => [inS(raisedAt), inS(clearedAt)])).toEqual(
    live.map(({ raisedS, clearedS }) => [raisedS, clearedS]),
  );
});

test("a forecast that counts what is off neither warns of a cut nor ends a warning of one, live or in a trial", async () => {
  const usual = suggestedRules.find(({ key }) => key === "cut_ahead")?.conditions ?? [];
  const one = await judging.stage(...usual.map((condition) => ({ ...condition, name: "Cut in doubt" })));
  await judging.send(one, [50, 50]);
  await judging.settle();
  const doubt = { isCut: false, isCounted: true } as const;
  await foresees(one, { hours: 2, ...doubt });
  expect(await judging.rows(one)).toEqual([]);
  await foresees(one, { hours: 8, isCut: false });
  await foresees(one, { hours: 40, ...doubt });
  expect(await judging.rows(one)).toMatchObject([{ clearedS: null, severity: "warning" }]);
  await foresees(one, { hours: 40, isCut: false });
  expect(await judging.rows(one)).toMatchObject([{ close_reason: "data" }]);
  const range = { fromMs: one.startMs, toMs: bench.now() };
  const said = await readPastForecasts(db, one.containerId, range);
  expect(said.map(({ isUnknown }) => isUnknown)).toEqual([true, false, true, false]);
});
