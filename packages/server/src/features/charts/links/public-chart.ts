import type { ComparedTime } from "@offgrid/contract/charts/chart-choices";
import type { ChartCompare, ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { LinkRange, PublicChart } from "@offgrid/contract/charts/chart-links.calls";
import { linkLimits } from "@offgrid/contract/charts/chart-limits";
import { placedLines } from "@offgrid/contract/charts/drawn-lines";

import type { Viewer } from "../../../calls/scope.ts";
import type { Db } from "../../../core/db.ts";
import { endOfQuarter, quarterMs, startOfQuarter } from "../../../history/quarter-hours.ts";
import type { FrozenLink } from "./chart-links.store.ts";
import { drawDefinition } from "../drawings/draw-definition.ts";
import { type StandsFor, withContainers } from "../drawings/with-containers.ts";

const hourMs = 3_600_000;
/** After its end a quarter hour waits so long for its last readings to arrive. */
const arrivingMs = 60_000;

interface Given extends StandsFor {
  /** The earlier time that whoever makes the link wants to be seen. */
  compared?: ComparedTime | undefined;
}

/** What a link shows of a chart: its containers once and for ever, without the earlier time that nobody wants seen. */
export async function freeze(
  definition: ChartDefinition,
  { compared, ...place }: Given,
  db: Db,
  viewer: Viewer,
): Promise<ChartDefinition> {
  const whole = await withContainers(definition, place, db, viewer);
  return { ...whole, compare: comparedBy(whole, compared) };
}

/** What a link lays over its chart: another container in the same time, and an earlier time only if that was chosen. */
function comparedBy({ compare }: ChartDefinition, compared: ComparedTime | null | undefined): ChartCompare {
  return compare.kind === "container" || compare.kind === compared ? compare : { kind: "none" };
}

/**
 * The part of time that is drawn: what was asked for, cut to what the link shows and to the last quarter hour that is over.
 * Neither what is asked for nor the moment of it cuts a quarter hour: the average of the millisecond of a reading would be
 * that reading, and averages of a growing quarter hour, asked for again and again, tell each reading that was added. Of a
 * link whose time is still to come, the quarter hour that comes next, in which nothing was measured.
 */
export function rangeWithin(
  range: LinkRange,
  { from, to }: { from?: number | undefined; to?: number | undefined },
  nowMs: number,
): { from: number; to: number } {
  const overMs = startOfQuarter(nowMs - arrivingMs);
  const whole =
    range.kind === "rolling"
      ? { from: endOfQuarter(nowMs - range.hours * hourMs), to: overMs }
      : { from: range.from, to: Math.min(range.to, overMs) };
  if (whole.from >= whole.to) return { from: endOfQuarter(nowMs), to: endOfQuarter(nowMs) + quarterMs };
  if (range.kind === "fixed") return whole;
  const part = {
    from: Math.max(whole.from, startOfQuarter(from ?? whole.from)),
    to: Math.min(whole.to, endOfQuarter(to ?? whole.to)),
  };
  return part.from < part.to ? part : whole;
}

type DrawnFor = Omit<Parameters<typeof drawDefinition>[1], "withNames">;

/** What someone without an account sees of a chart. Never single readings, and nothing that names a person or a thing. */
export async function publicChart(
  { definition: frozen, range, names, csv, compared: shown }: FrozenLink,
  asked: { from?: number; to?: number },
  drawnFor: DrawnFor,
): Promise<PublicChart> {
  const { from, to } = rangeWithin(range, asked, drawnFor.nowMs);
  const whole = rangeWithin(range, {}, drawnFor.nowMs);
  // Also of links that were made before anybody was asked whether an earlier time may be seen.
  const definition = { ...frozen, compare: comparedBy(frozen, shown) };
  const grouped = { ...definition, groupBy: definition.groupBy === "raw" ? ("15m" as const) : definition.groupBy };
  const within = { fromMs: whole.from, toMs: whole.to };
  const drawing = { definition: grouped, from, to, within, points: linkLimits.points };
  const drawn = await drawDefinition(drawing, { ...drawnFor, withNames: names });
  // Their ids would tell those of containers.
  const lines = placedLines(drawn, definition).map((line, index) => ({ ...line, id: `line-${index}` }));
  const { t, zone, groupBy, containers, compared } = drawn;
  const isOpen = to >= whole.to && (range.kind === "rolling" || range.to > Math.min(whole.to, drawnFor.nowMs));
  return {
    name: definition.name,
    ...{ t, from, to, zone, groupBy, isOpen, containers, lines, range, csv },
    missing: definition.series.filter(({ id }) => !drawn.lines.some((line) => line.series === id)).length,
    compared,
    thresholds: definition.thresholds,
    aggregates: definition.aggregates,
  };
}
