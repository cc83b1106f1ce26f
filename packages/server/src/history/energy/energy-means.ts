import type { Db } from "../../core/db.ts";
import { drawContainer } from "../charts/chart-groups.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import { enoughReadings, hourMs, wideMarginMs } from "./energy.ts";

/** What a mean is of: all readings, or only those of one sign with the others as 0. */
export interface Mean {
  metric: string;
  useIf: "all" | "negative" | "positive";
}

/** Quarter hours up to this, unless told otherwise; hours beyond. */
const longestByQuarterMs = 100 * 24 * hourMs;
/** A day begins within an hour in zones that are half or three quarters of an hour off, so days are made of quarters. */
export const longestByDaysMs = 732 * 24 * hourMs;
const pointsAtOnce = 9_000;

interface Means {
  middles: number[];
  columns: (number | null)[][];
  stepMs: number;
}

/**
 * Means of quarter hours, or of hours over a long range, at the middles of these, also of some outside the range.
 * @param options.isRough What is measured so seldom that more would be needed at the ends of the range may be missing there.
 * @param options.longestMs Quarter hours up to this.
 */
export async function meansOf(
  db: Db,
  container: ChartContainer,
  wanted: readonly Mean[],
  range: Range,
  nowMs: number,
  { isRough = false, longestMs = longestByQuarterMs }: { isRough?: boolean; longestMs?: number } = {},
): Promise<Means> {
  const stepMs = range.toMs - range.fromMs <= longestMs ? hourMs / 4 : hourMs;
  const ask = (marginMs: number) => meansWithin(db, container, wanted, { range, nowMs, stepMs, marginMs });
  const means = await ask((enoughReadings.power + 3) * stepMs);
  if (isRough) return means;
  const isEnough = wanted.every(({ metric }, place) => {
    if (!container.slots.has(metric)) return true;
    const known = means.middles.filter((_, index) => means.columns[place]?.[index] !== null);
    const count = (isBeyond: (atMs: number) => boolean) => known.filter(isBeyond).length;
    return (
      count((atMs) => atMs <= range.fromMs) >= enoughReadings.power &&
      (range.toMs >= nowMs || count((atMs) => atMs >= range.toMs) >= enoughReadings.power)
    );
  });
  return isEnough ? means : ask(wideMarginMs);
}

async function meansWithin(
  db: Db,
  container: ChartContainer,
  wanted: readonly Mean[],
  { range, nowMs, stepMs, marginMs }: { range: Range; nowMs: number; stepMs: number; marginMs: number },
): Promise<Means> {
  const endMs = Math.min(range.toMs, Math.max(nowMs, range.fromMs + 1)) + marginMs;
  const middles: number[] = [];
  const columns = wanted.map((): (number | null)[] => []);
  if (wanted.length === 0) return { middles, columns, stepMs };
  const asked = wanted.flatMap(({ metric, useIf }) => [
    { metric, func: "sum" as const, useIf },
    { metric, func: "count" as const, useIf: "all" as const },
  ]);
  for (let fromMs = range.fromMs - marginMs; fromMs < endMs; fromMs += pointsAtOnce * stepMs) {
    const piece = { from: fromMs, to: Math.min(endMs, fromMs + pointsAtOnce * stepMs), zone: "UTC" };
    const question = { ...piece, groupBy: stepMs === hourMs ? ("hour" as const) : ("15m" as const) };
    const { t, series } = await drawContainer(db, question, container, nowMs, asked);
    for (const [group, startMs] of t.entries()) {
      // Two pieces share the hour in which one ends.
      if (startMs < (middles.at(-1) ?? -Infinity)) continue;
      middles.push(startMs + (Math.min(stepMs, Math.max(0, nowMs - startMs)) || stepMs) / 2);
      for (const [index, column] of columns.entries()) {
        const count = series[2 * index + 1]?.[group];
        column.push(count ? (series[2 * index]?.[group] ?? 0) / count : null);
      }
    }
  }
  return { middles, columns, stepMs };
}
