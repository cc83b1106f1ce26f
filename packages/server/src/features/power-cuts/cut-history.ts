import type { powerCutCalls } from "@offgrid/contract/power-cuts/power-cuts.calls";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { z } from "zod";

import type { Db } from "../../core/db.ts";
import { localDay, offsetMs } from "@offgrid/contract/core/zone-time";
import { drawContainer } from "../../history/charts/chart-groups.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { type Range, rangeOf } from "../../history/chart-range.ts";
import { energyMarginMs, enoughReadings, wideMarginMs } from "../../history/energy/energy.ts";
import { readSamples } from "../../history/tiers/samples.store.ts";
import { findRememberedCuts } from "./power-cuts.store.ts";
import { pastLowSocOf } from "@offgrid/contract/power-cuts/cut-off";
import { loadMetrics } from "@offgrid/contract/power-cuts/loads-sign";
import {
  type LocalClocks,
  type ReadingGroups,
  clipped,
  cutGroups,
  joinCuts,
  learnedMs,
  lengthMs,
  meanLoad,
  readingCount,
  stretchesOf,
  unservedWh,
} from "./power-cuts.ts";

/** The power cuts of a container over a range, from what the history keeps of its readings. */

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Single readings are looked at up to this; groups of them beyond. */
const longestByReadingsMs = 8 * dayMs;
/** How long before a range its readings begin, so that a cut that goes on into it is known. */
const leadMs = dayMs;
/** Quarter hours up to this; hours beyond. */
const longestByQuarterMs = 60 * dayMs;
/** By hours there would be more groups than a chart may have. */
const longestDays = 400;
const mostCuts = 500;

type PowerCuts = z.input<(typeof powerCutCalls)["getPowerCuts"]["output"]>["data"];
type Question = Omit<z.output<(typeof powerCutCalls)["getPowerCuts"]["input"]>, "containerId">;

/** The metrics whose slots are needed. */
export const cutMetrics: readonly string[] = loadMetrics;

/** @param container With the slots of `cutMetrics`, and as the database has just described it. */
export async function powerCutsOf(
  db: Db,
  container: ChartContainer,
  question: Question,
  nowMs: number,
): Promise<PowerCuts> {
  const zone = question.zone ?? container.zoneName;
  const { fromMs, toMs } = rangeOf(question, nowMs, zone);
  const untilMs = Math.min(toMs, Math.max(nowMs, fromMs + 1));
  if (untilMs - fromMs > longestDays * dayMs)
    throw new Refusal("bad_input", { fields: { from: `Ask for at most ${longestDays} days.` } });
  const range = { fromMs, toMs: untilMs };
  const groups = await readGroups(db, container, range, zone, nowMs);
  const lowSoc = pastLowSocOf(await findRememberedCuts(db, container.id));
  const isCut = cutGroups(groups, lowSoc);
  const isByReadings = untilMs - fromMs <= longestByReadingsMs;
  const readings = isByReadings ? await readReadings(db, container, range, nowMs) : groups;
  const isCutThen = isByReadings ? cutGroups(readings, lowSoc) : isCut;
  const stretches = stretchesOf(readings, isCutThen, container.everyS * 1_000);
  const known = clipped(stretches, range);
  const dark = known.filter((stretch) => stretch.isCut);
  const cuts = joinCuts(stretches, range);
  const clocks: LocalClocks = {
    hourOf: (atMs) => new Date(atMs + offsetMs(zone, atMs)).getUTCHours(),
    dayOf: (atMs) => localDay(zone, atMs),
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const shown = cuts.toReversed().slice(0, mostCuts);
  return {
    cuts: shown.map((cut) => ({ from: iso(cut.fromMs), to: cut.toMs === null ? null : iso(cut.toMs) })),
    count: cuts.length,
    hours: known.length === 0 ? null : lengthMs(dark) / hourMs,
    unservedWh: known.length === 0 ? null : (unservedWh(dark, groups, isCut, clocks) ?? null),
    coverage: lengthMs(known) / (untilMs - fromMs),
    stepS: readings.stepMs / 1_000,
  };
}

async function readReadings(
  db: Db,
  container: ChartContainer,
  { fromMs, toMs }: Range,
  nowMs: number,
): Promise<ReadingGroups> {
  const metrics = loadMetrics.filter((metric) => container.slots.has(metric));
  // What comes after the end tells how long the last reading before it holds.
  const endMs = (marginMs: number) => Math.min(toMs + marginMs, Math.max(toMs, nowMs + 1));
  const read = (around: Range) => readSamples(db, container.id, metrics, around, { known: container.slots });
  const around = { fromMs: fromMs - leadMs, toMs: endMs(energyMarginMs) };
  let { atMs, columns } = await read(around);
  // As for energies: where these are too few to tell a gap from a long period, further ones are looked at.
  const isFewBefore = atMs.filter((at) => at <= fromMs).length < enoughReadings.power;
  const isFewAfter = atMs.filter((at) => at >= toMs).length < enoughReadings.power && around.toMs <= nowMs;
  if (isFewBefore || isFewAfter)
    ({ atMs, columns } = await read({
      fromMs: isFewBefore ? fromMs - wideMarginMs : around.fromMs,
      toMs: isFewAfter ? endMs(wideMarginMs) : around.toMs,
    }));
  return { t: atMs, stepMs: 0, columns: new Map(metrics.map((name, place) => [name, columns[place] ?? []])) };
}

/** The groups of a range, and of the weeks from which its first day learns what is usual. */
async function readGroups(
  db: Db,
  container: ChartContainer,
  { fromMs: firstMs, toMs }: Range,
  zone: string,
  nowMs: number,
): Promise<ReadingGroups> {
  const groupBy = toMs - firstMs <= longestByQuarterMs ? ("15m" as const) : ("hour" as const);
  const learnFromMs = localDay(zone, firstMs).startMs - learnedMs;
  // A chart has no more hours than these.
  const fromMs = Math.max(learnFromMs, toMs - longestDays * dayMs);
  const metrics: readonly string[] = loadMetrics.filter((metric) => container.slots.has(metric));
  // The greatest value: a group is without power only if it was so at every reading. A state has no greatest value.
  const asked = metrics.map((metric) => ({ metric, func: metric === "inverter.state" ? "last" : "max" }) as const);
  const drawn = metrics.includes("load.ac.power") ? "load.ac.power" : "load.power";
  const beside = [
    { metric: "load.power", func: "average" },
    { metric: drawn, func: "count" },
  ] as const;
  const planned = [...asked, ...beside].map((series) => ({ ...series, useIf: "all" as const }));
  const question = { from: fromMs, to: toMs, zone, groupBy };
  const { t, series } = await drawContainer(db, question, container, nowMs, planned);
  const columns = new Map([...metrics, meanLoad, readingCount].map((name, place) => [name, series[place] ?? []]));
  return { t, stepMs: groupBy === "15m" ? hourMs / 4 : hourMs, columns };
}
