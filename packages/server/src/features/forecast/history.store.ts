import type { Db } from "../../core/db.ts";
import { countOf, dayOf, quarterMs, quarterOf, quartersPerDay } from "../../history/quarter-hours.ts";
import * as rollups from "../../history/rollups/rollups.store.ts";
import { listSlots, readSpans } from "../../history/tiers/samples.store.ts";
import type { Hourly } from "./load-model.ts";
import { hourMs } from "./solar-model.ts";

/**
 * Quarter hours without a rollup yet are read from frames, up to this many of the youngest: as many as a forecast needs,
 * so that one can be made while a history is still being imported, minutes before its rollups.
 */
const mostLooseQuarters = 8 * quartersPerDay;
/** Frames of so many quarter hours are in memory at once. */
const quartersPerRead = quartersPerDay;
/** An hour with less than half of its quarters counts as not measured. */
const fewestQuarters = 2;

/** With the means of the quarter hours that they are made of; NaN: not measured. */
export type HourlyOfQuarters = Hourly & { quarters: Float64Array };

/**
 * Hourly means of metrics, from the rollups of quarter hours and, where these are behind, from frames.
 * @param fromMs A full hour; so is the end.
 */
export async function readHourly<Name extends string>(
  db: Db,
  containerId: string,
  names: readonly Name[],
  fromMs: number,
  toMs: number,
): Promise<Record<Name, HourlyOfQuarters>> {
  const slots = await listSlots(db, containerId, names);
  const first = quarterOf(fromMs);
  const count = Math.max(0, quarterOf(toMs) - first);
  const means = new Map([...slots.values()].map((slot) => [slot, new Float64Array(count).fill(Number.NaN)]));
  if (slots.size > 0) {
    const [fromDay, toDay] = [dayOf(fromMs), dayOf(toMs - 1)];
    // Quarters marked after this have their rollup by the time it is read.
    const marked = await rollups.listDirty(db, containerId, fromDay, toDay);
    const days = await rollups.readDays(db, containerId, [...slots.values()], { fromDay, toDay }, ["sums"]);
    for (const [slot, byDay] of days) {
      const column = means.get(slot) as Float64Array;
      for (const [day, summary] of byDay) {
        for (let quarter = 0; quarter < quartersPerDay; quarter++) {
          const readings = countOf(summary, quarter);
          const place = day * quartersPerDay + quarter - first;
          if (readings === 0 || place < 0 || place >= count) continue;
          const { sums } = summary;
          const sum =
            (sums[quarter] as number) +
            (sums[quartersPerDay + quarter] as number) +
            (sums[2 * quartersPerDay + quarter] as number);
          column[place] = sum / readings;
        }
      }
    }
    const loose = [...marked]
      .filter((quarter) => quarter >= first && quarter < first + count)
      .sort((one, other) => other - one)
      .slice(0, mostLooseQuarters);
    for (let from = 0; from < loose.length; from += quartersPerRead) {
      await fillLoose(db, containerId, means, loose.slice(from, from + quartersPerRead), first);
    }
  }
  const toHourly = (name: Name): HourlyOfQuarters => {
    const slot = slots.get(name);
    const column = slot === undefined ? undefined : means.get(slot);
    return { fromMs, values: hourlyOf(column, count), quarters: column ?? new Float64Array() };
  };
  return Object.fromEntries(names.map((name) => [name, toHourly(name)])) as Record<Name, HourlyOfQuarters>;
}

/** Sets the means of some quarter hours from their frames. */
async function fillLoose(
  db: Db,
  containerId: string,
  means: ReadonlyMap<number, Float64Array>,
  loose: readonly number[],
  first: number,
): Promise<void> {
  const slots = [...means.keys()];
  const sums = new Map<number, { sum: Float64Array; count: Float64Array }>();
  for (const { atMs, values } of await readSpans(db, containerId, rollups.spansOf(loose), slots)) {
    const quarter = Math.floor(atMs / quarterMs);
    let found = sums.get(quarter);
    if (!found)
      sums.set(quarter, (found = { sum: new Float64Array(slots.length), count: new Float64Array(slots.length) }));
    for (const [index, value] of values.entries()) {
      if (value === null) continue;
      found.sum[index] = (found.sum[index] as number) + value;
      found.count[index] = (found.count[index] as number) + 1;
    }
  }
  for (const [quarter, { sum, count }] of sums) {
    for (const [index, slot] of slots.entries()) {
      if ((count[index] as number) > 0)
        (means.get(slot) as Float64Array)[quarter - first] = (sum[index] as number) / (count[index] as number);
    }
  }
}

function hourlyOf(quarters: Float64Array | undefined, count: number): Float64Array {
  const perHour = hourMs / quarterMs;
  return Float64Array.from({ length: Math.floor(count / perHour) }, (_, hour) => {
    const all = quarters ? [...quarters.subarray(hour * perHour, (hour + 1) * perHour)] : [];
    const known = all.filter((value) => !Number.isNaN(value));
    if (known.length < fewestQuarters) return Number.NaN;
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}
