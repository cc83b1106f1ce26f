import { groupEdges, localDate, startOfLocalDay } from "@offgrid/contract/core/zone-time";
import type { MeasuredMonth } from "@offgrid/contract/solar-template/solar-template.schema";

import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { curtailedHours, curtailedMetrics } from "../forecast/curtailed.ts";
import { readHourly } from "../forecast/history.store.ts";
import { type Panels, type Place, hourMs } from "../forecast/solar-model.ts";
import { clearHourWh } from "./month-yields.ts";

/** What panels gave, month by month, beside what the model of the sun lets expect of them. */

/** The present month is the last of them. */
const shownMonths = 12;
/** Fewer hours than these say nothing about a month. */
const fewestHours = 24;
/** An hour in which the model gives less than this part of the peak power is no hour of light: dawn says nothing. */
const leastPart = 0.02;

/** An hour with what a clear sky gives in it and what came. */
interface Hour {
  clearWh: number;
  /** NaN: not measured. */
  wh: number;
  isHeldBack: boolean;
}

/** @returns from the first month on in which something was measured; oldest first. */
export async function measuredMonths(
  db: Db,
  { id, zoneName }: { id: string; zoneName: string },
  place: Place,
  panels: Panels,
  nowMs: number,
): Promise<MeasuredMonth[]> {
  const today = localDate(zoneName, nowMs);
  const startMs = startOfLocalDay(zoneName, { year: today.year, month: today.month - shownMonths + 1, day: 1 });
  const edges = groupEdges(startMs, nowMs, "month", zoneName);
  // Zones off by half an hour begin their months within an hour.
  const fromMs = Math.floor(startMs / hourMs) * hourMs;
  const toMs = Math.floor(nowMs / hourMs) * hourMs;
  const { "solar.power": solar, ...battery } = await readHourly(
    db,
    id,
    ["solar.power", ...curtailedMetrics],
    fromMs,
    toMs,
  );
  const isHeldBack = curtailedHours(battery, solar.values.length);
  const months: MeasuredMonth[] = [];
  for (const [index, monthMs] of edges.slice(0, -1).entries()) {
    const endMs = Math.min(edges[index + 1] as number, toMs);
    const hours: Hour[] = [];
    // An hour belongs to the month that its middle is in.
    for (let atMs = Math.ceil((monthMs - hourMs / 2) / hourMs) * hourMs; atMs + hourMs / 2 < endMs; atMs += hourMs) {
      const clearWh = clearHourWh(atMs, place, panels);
      const hour = (atMs - fromMs) / hourMs;
      const wh = Math.max(0, solar.values[hour] ?? Number.NaN);
      hours.push({ clearWh, wh, isHeldBack: isHeldBack[hour] ?? false });
    }
    months.push({ from: new Date(monthMs).toISOString(), ...monthOf(hours, leastPart * panels.capacityW) });
    await untilIdle();
  }
  const first = months.findIndex(({ wh }) => wh !== null);
  return first < 0 ? [] : months.slice(first);
}

/** @param leastWh Of an hour of light. */
export function monthOf(hours: readonly Hour[], leastWh: number): Omit<MeasuredMonth, "from"> {
  const lit = hours.filter(({ clearWh }) => clearWh >= leastWh);
  const isKnown = ({ wh }: Hour) => !Number.isNaN(wh);
  const known = lit.filter(isKnown);
  const free = known.filter((one) => !one.isHeldBack);
  const sum = (of: "wh" | "clearWh", among: readonly Hour[]) => among.reduce((total, hour) => total + hour[of], 0);
  return {
    // That nothing came at night says nothing about the month.
    wh: known.length === 0 ? null : sum("wh", hours.filter(isKnown)),
    clearWh: sum("clearWh", hours),
    coverage: lit.length === 0 ? 0 : known.length / lit.length,
    heldBack: known.length === 0 ? 0 : 1 - free.length / known.length,
    share: free.length < fewestHours ? null : sum("wh", free) / sum("clearWh", free),
  };
}
