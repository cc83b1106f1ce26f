import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { OutlinePoint } from "./energy-outline.ts";
import { parseArray } from "../float-array.ts";
import { type MetricDay, dayOf, emptyDay, quarterMs, quarterOf, setSwitchAreas } from "../quarter-hours.ts";
import { type PackedDay, unpackDay } from "../rollups/rollup-codec.ts";
import { unpackDays } from "../tiers/samples.store.ts";

/** Reads the data for the energy of many containers: one statement each, however many containers it covers. */

/** Days of one metric of a container. */
export interface WantedDays {
  containerId: string;
  slot: number;
  fromDay: number;
  toDay: number;
}

export function daysKey({ containerId, slot }: Pick<WantedDays, "containerId" | "slot">): string {
  return `${slot} ${containerId}`;
}

type EnergyRow = PackedDay & { containerId: string; slot: number; day: number; counts: Buffer };

/** Summaries of one metric of a container by UTC day. A day without readings is left out. */
export class EnergyDays {
  readonly #rows = new Map<number, EnergyRow>();

  add(row: EnergyRow): void {
    this.#rows.set(row.day, row);
  }

  /**
   * @returns a day that is valid until the next one is read, of this or any other metric, because its memory is reused.
   */
  get(day: number): MetricDay | undefined {
    const row = this.#rows.get(day);
    if (row && row !== unpackedRow) {
      // If this row is broken, the previous day must not remain in its place.
      unpackedRow = undefined;
      unpackDay(row, unpacked);
      // Only powers have stored areas; of the rest, only switches are asked for theirs.
      if (!row.areas) setSwitchAreas(unpacked);
      unpackedRow = row;
    }
    return row && unpacked;
  }
}

/**
 * The one day that is unpacked at a time. A day takes 14 kB, and a request for a fleet's month needs sixty for each
 * container; allocating and freeing them took longer than everything else.
 */
const unpacked = emptyDay();
let unpackedRow: EnergyRow | undefined;

/** The columns of summaries that energy needs, by `daysKey`. */
export async function readManyDays(db: Db, wanted: readonly WantedDays[]): Promise<Map<string, EnergyDays>> {
  const found = new Map<string, EnergyDays>();
  if (wanted.length === 0) return found;
  const { rows } = await sql<EnergyRow>`
    select rollup_day.container_id, rollup_day.slot, day, counts, firsts, lasts, times, steps, areas
    from unnest(${wanted.map(({ containerId }) => containerId)}::text[], ${wanted.map(({ slot }) => slot)}::integer[],
      ${wanted.map(({ fromDay }) => fromDay)}::integer[], ${wanted.map(({ toDay }) => toDay)}::integer[])
      as wanted (id, wanted_slot, from_day, to_day)
    join rollup_day on container_id = id and slot = wanted_slot and day between from_day and to_day`.execute(db);
  for (const row of rows) {
    const key = daysKey(row);
    let days = found.get(key);
    if (!days) found.set(key, (days = new EnergyDays()));
    days.add(row);
  }
  return found;
}

/** A stretch of whole quarter hours of a container; a slot of 0 has no readings. */
export interface WantedReadings {
  containerId: string;
  fromMs: number;
  toMs: number;
  slots: readonly [power: number, meter: number];
}

/** Readings of both metrics by quarter hour since 1970, in the order of time. */
export type QuarterReadings = Map<number, readonly [power: OutlinePoint[], meter: OutlinePoint[]]>;

/** Identifies container and metrics. */
export function readingsKey({ containerId, slots }: Pick<WantedReadings, "containerId" | "slots">): string {
  return `${slots.join(" ")} ${containerId}`;
}

interface ReadingsRow {
  containerId: string;
  powerSlot: number;
  meterSlot: number;
  /** Null for the readings that are in frames. */
  day: number | null;
  /** 0 for the row of a sealed day itself. */
  slot: number;
  frames: number;
  data: Buffer;
  at: string | null;
  power: string | null;
  meter: string | null;
}

/**
 * Readings by `readingsKey`, from frames and sealed days at once, so that a day that moves meanwhile is seen exactly
 * once.
 * @param wanted Stretches of one container and slots do not overlap.
 */
export async function readManyReadings(
  db: Db,
  wanted: readonly WantedReadings[],
): Promise<Map<string, QuarterReadings>> {
  const found = new Map<string, QuarterReadings>();
  if (wanted.length === 0) return found;
  const days = wanted.flatMap(({ containerId, fromMs, toMs, slots }) =>
    Array.from({ length: dayOf(toMs - 1) - dayOf(fromMs) + 1 }, (_, index) => ({
      containerId,
      day: dayOf(fromMs) + index,
      slots,
    })),
  );
  const { rows } = await sql<ReadingsRow>`
    with span as (
      select * from unnest(${wanted.map(({ containerId }) => containerId)}::text[],
        ${wanted.map(({ fromMs }) => fromMs)}::float8[], ${wanted.map(({ toMs }) => toMs)}::float8[],
        ${wanted.map(({ slots }) => slots[0])}::integer[], ${wanted.map(({ slots }) => slots[1])}::integer[])
        as span (id, lo, hi, power_slot, meter_slot)
    ), sealed as (
      select distinct * from unnest(${days.map(({ containerId }) => containerId)}::text[],
        ${days.map(({ day }) => day)}::integer[], ${days.map(({ slots }) => slots[0])}::integer[],
        ${days.map(({ slots }) => slots[1])}::integer[]) as sealed (id, on_day, power_slot, meter_slot)
    )
    select id as container_id, power_slot, meter_slot, null::integer as day, 0 as slot, 0 as frames, null::bytea as data,
      array_agg(at_ms order by at_ms)::text as at, array_agg(power order by at_ms)::text as power,
      array_agg(meter order by at_ms)::text as meter
    from (
      select id, power_slot, meter_slot, date_part('epoch', at) * 1000 as at_ms, v[power_slot] as power, v[meter_slot] as meter
      from span cross join lateral (
        select at, v from frame
        where container_id = id and at >= to_timestamp(lo / 1000) and at < to_timestamp(hi / 1000)
          and (v[power_slot] is not null or v[meter_slot] is not null)
      ) as frames
      order by id, power_slot, meter_slot, at
    ) as reading group by id, power_slot, meter_slot
    union all select container_id, power_slot, meter_slot, day, 0, sealed_day.frames, times, null, null, null
      from sealed join sealed_day on container_id = id and day = on_day
    union all select container_id, power_slot, meter_slot, day, slot, 0, data, null, null, null
      from sealed join chunk on container_id = id and day = on_day and slot in (power_slot, meter_slot)`.execute(db);
  const byKey = new Map<string, ReadingsRow[]>();
  for (const row of rows) {
    const key = readingsKey({ containerId: row.containerId, slots: [row.powerSlot, row.meterSlot] });
    const own = byKey.get(key);
    if (own) own.push(row);
    else byKey.set(key, [row]);
  }
  const quarters = new Map<string, Set<number>>();
  for (const one of wanted) {
    const key = readingsKey(one);
    const own = quarters.get(key) ?? new Set();
    quarters.set(key, own);
    for (const quarter of quartersIn(one)) own.add(quarter);
  }
  for (const one of wanted) {
    const key = readingsKey(one);
    const own = byKey.get(key);
    if (own && !found.has(key)) found.set(key, byQuarter(own, one.slots, quarters.get(key) ?? new Set()));
  }
  return found;
}

function quartersIn({ fromMs, toMs }: WantedReadings): number[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / quarterMs) }, (_, index) => quarterOf(fromMs) + index);
}

function byQuarter(
  rows: readonly ReadingsRow[],
  [powerSlot, meterSlot]: WantedReadings["slots"],
  wanted: ReadonlySet<number>,
): QuarterReadings {
  const found = new Map<number, [power: OutlinePoint[], meter: OutlinePoint[]]>();
  const add = (atMs: number, power: number | null | undefined, meter: number | null | undefined) => {
    const quarter = quarterOf(atMs);
    if (!wanted.has(quarter)) return;
    let readings = found.get(quarter);
    if (!readings) found.set(quarter, (readings = [[], []]));
    if (power !== null && power !== undefined) readings[0].push({ atMs, value: power });
    if (meter !== null && meter !== undefined) readings[1].push({ atMs, value: meter });
  };
  const frames = rows.find(({ day }) => day === null);
  const [powers, meters] = [parseArray(frames?.power), parseArray(frames?.meter)];
  for (const [index, at] of parseArray(frames?.at).entries()) add(Math.round(at ?? 0), powers[index], meters[index]);
  for (const { atMs, columns } of unpackDays(rows)) {
    const [sealedPowers, sealedMeters] = [columns.get(powerSlot), columns.get(meterSlot)];
    for (const [index, at] of atMs.entries()) add(at, sealedPowers?.[index], sealedMeters?.[index]);
  }
  return found;
}
