import { metrics } from "@offgrid/contract/telemetry/metrics";

import type { Db } from "../../core/db.ts";
import { listPast } from "../forecast/forecast.store.ts";
import { readHourly } from "../forecast/history.store.ts";
import { valueAt } from "../forecast/load-model.ts";
import { pastSolar } from "../forecast/past-hours.ts";
import { hourMs } from "../forecast/solar-model.ts";
import type { Outlook } from "../weather/weather-report.ts";
import * as facts from "./evidence-facts.store.ts";

/** What was expected of weather and sun when something happened, as services had said it, and what came of it. */

/** Hours before it, and of a weather forecast after it. */
const aroundMs = 24 * hourMs;
const aheadMs = 48 * hourMs;
/** A pack that is frozen long after still says what became of the first days. */
const longestMs = 7 * 24 * hourMs;

const measuredNames = [
  "solar.power",
  "battery.soc",
  "solar.irradiance",
  "outside.temperature",
  "outside.wind",
] as const;

/** The last answer of the weather service for the place of the container, around an instant. */
export async function weatherThen(db: Db, containerId: string, atMs: number) {
  const { place, answer } = await facts.readOutlook(db, containerId);
  if (!place) return { weather: null, reason: "the container has no position" };
  if (!answer) return { weather: null, reason: "no weather service had answered for its place" };
  const { source, fetchedAt, body } = answer;
  const { current, hours } = body as Outlook;
  const at = ({ atMs: hour, ...rest }: { atMs: number }) => ({ at: new Date(hour).toISOString(), ...rest });
  const isNear = ({ atMs: hour }: { atMs: number }) => hour >= atMs - aroundMs && hour < atMs + aheadMs;
  return {
    weather: {
      source,
      fetchedAt: fetchedAt.toISOString(),
      current: current && at(current),
      hours: hours.filter(isNear).map(at),
    },
  };
}

/**
 * Hour by hour since the day before, what forecasts that were made before it happened expected of the sun, and what was
 * measured. Null: not expected, or not measured.
 */
export async function whatCame(db: Db, containerId: string, { atMs, nowMs }: { atMs: number; nowMs: number }) {
  const full = (instant: number) => Math.floor(instant / hourMs) * hourMs;
  const range = { fromMs: full(atMs - aroundMs), toMs: Math.min(full(nowMs), full(atMs) + longestMs) };
  const made = (await listPast(db, containerId)).filter(({ madeAtMs }) => madeAtMs <= atMs);
  const expected = new Map(pastSolar(made, range).map((hour) => [hour.atMs, hour.likelyW]));
  const measured = await readHourly(db, containerId, measuredNames, range.fromMs, range.toMs);
  const known = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? null : value);
  const hours = Array.from({ length: (range.toMs - range.fromMs) / hourMs }, (_, index) => {
    const hour = range.fromMs + index * hourMs;
    return {
      at: new Date(hour).toISOString(),
      expectedSolarW: known(expected.get(hour)),
      ...Object.fromEntries(measuredNames.map((name) => [name, known(valueAt(measured[name], hour))])),
    };
  });
  const units = Object.fromEntries(measuredNames.map((name) => [name, metrics[name].unit]));
  return {
    hours,
    units: { expectedSolarW: "W", ...units },
    ...sumOf(hours as unknown as Summed[]),
    ...(made.length === 0 && { reason: "no forecast was kept before it" }),
  };
}

interface Summed {
  expectedSolarW: number | null;
  "solar.power": number | null;
}

/** Over the hours of which both are known. */
function sumOf(hours: readonly Summed[]) {
  const both = hours.filter((hour) => hour.expectedSolarW !== null && hour["solar.power"] !== null);
  if (both.length === 0) return { sum: null };
  const sum = (name: keyof Summed) => Math.round(both.reduce((all, hour) => all + (hour[name] ?? 0), 0));
  return { sum: { hours: both.length, expectedSolarWh: sum("expectedSolarW"), solarWh: sum("solar.power") } };
}
