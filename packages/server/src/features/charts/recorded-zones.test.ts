/**
 * Recorded months, imported as a person would and charted in zones with daylight saving, a quarter hour and half an
 * hour. The expected values are computed here in plain loops over the lines of the file, which group instants by Intl's
 * text for each instead of by the engine's edges.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ChartFunction } from "@offgrid/contract/charts/charts.schema";
import { beforeAll, describe, expect, test } from "vitest";

import { type Player, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { workerOn } from "../../history/rollups/rollups.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const clock = testClock(Date.UTC(2026, 5, 10, 12));
const data = fileURLToPath(new URL("../../../../../../shared/data", import.meta.url));
const zones = ["Europe/Paris", "Asia/Kathmandu", "Australia/Lord_Howe"];
const groups = ["hour", "day", "month"] as const;
const functions = ["average", "min", "max", "sum", "first", "last", "count", "hourly_average_sum"] as const;

type Group = (typeof groups)[number];
interface Reading {
  atMs: number;
  value: number;
}
interface Recording {
  containerId: string;
  file: string;
  timeColumn: string;
  valueColumn: string;
  periodMs: number;
  /** Nights are gaps, some with single readings: there the engine may assume a longer period than the file's. */
  hasGaps?: true;
  /** The portal accepts nothing from before 2020. */
  years?: [from: string, to: string];
  fromMs: number;
  toMs: number;
}

const recordings: Recording[] = [
  {
    containerId: "emhass-zones",
    file: `${data}/emhass/long_train_data.csv`,
    timeColumn: "",
    valueColumn: "sensor.power_photovoltaics",
    periodMs: 30 * minute,
    hasGaps: true,
    fromMs: Date.UTC(2024, 1, 28),
    toMs: Date.UTC(2025, 1, 27),
  },
  {
    containerId: "serf-zones",
    file: `${data}/pvanalytics/serf_east_15min_ac_power.csv`,
    timeColumn: "measured_on",
    valueColumn: "ac_power",
    periodMs: 15 * minute,
    years: ["2016-", "2025-"],
    fromMs: Date.UTC(2025, 6, 10, 7),
    toMs: Date.UTC(2025, 9, 8, 7),
  },
];

/** Writes the group of an instant as people there would; the offset distinguishes hours that occur twice. */
function namesIn(zone: string): Record<Group, (atMs: number) => string> {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    timeZoneName: "longOffset",
  });
  const known = new Map<number, string>();
  const whole = (atMs: number) => {
    const quarter = Math.floor(atMs / (15 * minute));
    const text = known.get(quarter) ?? format.format(quarter * 15 * minute);
    known.set(quarter, text);
    return text;
  };
  return {
    hour: whole,
    day: (atMs) => whole(atMs).slice(0, 10),
    month: (atMs) => whole(atMs).slice(0, 7),
  };
}

function collect(readings: readonly Reading[], name: (atMs: number) => string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { atMs, value } of readings) {
    const key = name(atMs);
    const values = found.get(key);
    if (values) values.push(value);
    else found.set(key, [value]);
  }
  return found;
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const folds: Record<Exclude<ChartFunction, "energy" | "hourly_average_sum">, (values: readonly number[]) => number> = {
  average: (values) => total(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  sum: total,
  first: (values) => values[0] as number,
  last: (values) => values.at(-1) as number,
  count: (values) => values.length,
};

/** Each hour with readings gives its average times its length in the range; hours cut by a clock change are shorter. */
function hourSums(
  readings: readonly Reading[],
  { fromMs, toMs }: Recording,
  names: Record<Group, (atMs: number) => string>,
  group: Group,
): Map<string, number> {
  const sums = new Map<string, number>();
  const groupOf = new Map(readings.map(({ atMs }) => [names.hour(atMs), atMs]));
  for (const [key, values] of collect(readings, names.hour)) {
    const atMs = groupOf.get(key) as number;
    let quarters = 0;
    for (let near = atMs - hour; near <= atMs + hour; near += 15 * minute) {
      if (near >= fromMs && near < toMs && names.hour(near) === key) quarters++;
    }
    const name = names[group](atMs);
    sums.set(name, (sums.get(name) ?? 0) + ((total(values) / values.length) * quarters) / 4);
  }
  return sums;
}

/** Straight lines between neighbours, negative ones as 0; what lies between two that are too far apart adds nothing. */
function trapezoids(
  readings: readonly Reading[],
  { periodMs, fromMs, toMs }: Recording,
  name: (atMs: number) => string,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [index, { atMs, value }] of readings.entries()) {
    const next = readings[index + 1];
    if (!next || next.atMs - atMs > 3 * periodMs) continue;
    for (let piece = atMs; piece < next.atMs; piece += 15 * minute) {
      if (piece < fromMs || piece >= toMs) continue;
      const share = (piece + 7.5 * minute - atMs) / (next.atMs - atMs);
      const power = Math.max(0, value) + (Math.max(0, next.value) - Math.max(0, value)) * share;
      sums.set(name(piece), (sums.get(name(piece)) ?? 0) + power / 4);
    }
  }
  return sums;
}

function read({ timeColumn, valueColumn }: Recording, text: string): Reading[] {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.flatMap((line) => {
    const cells = line.split(",");
    const cell = cells[names.indexOf(valueColumn)] ?? "";
    const atMs = Date.parse((cells[names.indexOf(timeColumn)] ?? "").replace(" ", "T"));
    return cell === "" ? [] : [{ atMs, value: Number(cell) }];
  });
}

/** Groups of an answer by name, without those that have no value; each must begin where its name does. */
function named(
  t: readonly number[],
  values: readonly (number | null)[],
  name: (atMs: number) => string,
): Map<string, number> {
  const found = new Map<string, number>();
  expect(t.filter((atMs) => name(atMs - 1) === name(atMs))).toEqual([]);
  for (const [index, atMs] of t.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) found.set(name(atMs), value);
  }
  return found;
}

function expectAlike(found: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>, about: string): void {
  expect([...found.keys()], about).toEqual([...wanted.keys()]);
  for (const [key, value] of wanted) {
    const difference = Math.abs((found.get(key) ?? Number.NaN) - value);
    if (!(difference <= 1e-9 * (1 + Math.abs(value))))
      expect([about, key, found.get(key)]).toEqual([about, key, value]);
  }
}

describe.each(recordings)("$containerId", (recording) => {
  const { containerId, file, timeColumn, valueColumn, years, fromMs, toMs } = recording;
  const isThere = existsSync(file);
  let readings: Reading[] = [];
  let amina: Player;

  beforeAll(async () => {
    if (!isThere) return;
    const text = readFileSync(file, "utf8").replaceAll(...(years ?? ["2016-", "2016-"]));
    readings = read(recording, text);
    const portal = await thePortal({ clock });
    ({ amina } = await cast({ amina: { role: "user", containers: [containerId] } }));
    const { data: imported } = await amina.call("importData", {
      containerId,
      mapping: {
        time: { column: timeColumn, format: "iso" },
        columns: [{ column: valueColumn, metric: "solar.power" }],
      },
      file: text,
      step: "import",
    });
    expect(imported.stored?.added).toBe(readings.length);
    const worker = workerOn(portal.database, clock);
    while (await worker.work(true));
  }, 120_000);

  test.skipIf(!isThere).each(zones)(
    "by hour, day and month in %s the charts and energy agree with plain loops over the file (needs ../shared/data)",
    { timeout: 120_000 },
    async (zone) => {
      const names = namesIn(zone);
      const inRange = readings.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
      expect(inRange.length).toBeGreaterThan(5_000);
      for (const groupBy of groups) {
        const question = { from: fromMs, to: toMs, zone, groupBy };
        const { data: chart } = await amina.call("getChartData", {
          ...question,
          series: functions.map((func) => ({ containerId, metric: "solar.power", func })),
        });
        expect(chart.tier).toBe("rollups");
        const collected = collect(inRange, names[groupBy]);
        for (const [index, func] of functions.entries()) {
          const wanted =
            func === "hourly_average_sum"
              ? hourSums(inRange, recording, names, groupBy)
              : new Map([...collected].map(([key, values]) => [key, folds[func](values)]));
          const found = named(chart.t, chart.series[index] ?? [], names[groupBy]);
          expectAlike(found, wanted, `${func} by ${groupBy}`);
        }
        const { data: generation } = await amina.call("getGeneration", { ...question, containerIds: [containerId] });
        const wanted = trapezoids(readings, recording, names[groupBy]);
        const found = named(generation.t, generation.values, names[groupBy]);
        if (!recording.hasGaps) expectAlike(found, wanted, `energy by ${groupBy}`);
        const unlike = [...wanted].filter(([key, wh]) => Math.abs((found.get(key) ?? 0) - wh) > 1 + 0.005 * wh);
        expect(unlike.length).toBeLessThan(0.01 * wanted.size);
        expect(Math.abs(generation.total / total([...wanted.values()]) - 1)).toBeLessThan(0.005);
      }
    },
  );
});
