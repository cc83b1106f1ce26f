import { chartFunctions, chartGroups, useIfClasses } from "@offgrid/contract/charts/chart-choices";
import { energyOfPower } from "@offgrid/contract/charts/energy-parts";
import { exportValue } from "@offgrid/contract/charts/export.cells";
import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";
import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { store } from "../charts.fixture.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** Clocks change in Paris on the 29th of March, on Lord Howe on the 4th of April, in Santiago on the 4th. */
const from = Date.UTC(2026, 2, 24);
const days = 14;
const clock = testClock(from + 30 * day);
const zones = ["Europe/Paris", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu"];
const metrics = ["solar.power", "battery.power", "battery.soc"];

beforeAll(async () => {
  await thePortal({ clock });
  await readings("walled", 10, 3);
  await readings("yonder", 25, 11);
});

/** Powers of both signs, zeros, and what could not be read, with a day and some hours missing. */
async function readings(containerId: string, everyMinutes: number, odd: number): Promise<void> {
  const frames: [number, (number | null)[]][] = [];
  for (let index = 0; index * everyMinutes * minute < days * day; index++) {
    const atMs = from + index * everyMinutes * minute;
    const atDay = Math.floor((atMs - from) / day);
    if (atDay === 4 || (atDay % 3 === 1 && index % 40 < 12)) continue;
    const power = Math.round(1_000 * Math.sin(index / odd)) / 7;
    frames.push([atMs, [index % 5 === 0 ? 0 : Math.max(0, power), power, index % 6 === 0 ? null : 40 + (index % 50)]]);
  }
  await store(containerId, metrics, frames, everyMinutes * 60);
}

const series = fc
  .record({
    containerId: fc.constantFrom("walled", "yonder"),
    metric: fc.constantFrom(...metrics),
    func: fc.constantFrom(...chartFunctions),
    useIf: fc.constantFrom(...useIfClasses),
    multiply: fc.constantFrom(1, -1, 0.1, 3.7),
  })
  .filter((one) => one.func !== "energy" || energyOfPower(one) !== undefined);
const question = fc
  .record({
    zone: fc.constantFrom(...zones),
    groupBy: fc.constantFrom(...chartGroups, "day" as const),
    series: fc.array(series, { minLength: 1, maxLength: 4 }),
    /** Minutes. */
    start: fc.integer({ min: -day / minute, max: (days * day) / minute }),
    length: fc.integer({ min: 1, max: (16 * day) / minute }),
  })
  .filter(({ groupBy, series: all }) => groupBy !== "raw" || all.every(({ func }) => func !== "energy"));

type Question = RequestOf<Calls["exportData"]>;

async function download({ token, userId }: Actor, asked: Question): Promise<Buffer> {
  const answer = await fetch(`${(await thePortal()).api}/exportData`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": token, "x-user-id": userId },
    body: JSON.stringify(asked),
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** What clocks of a zone show, as if it were UTC; by other code than that of exports. */
function wallTime(zone: string): (atMs: number) => number {
  const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { ...parts, second: "numeric", hourCycle: "h23", timeZone: zone });
  return (atMs) => {
    const shown = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? Number.NaN;
    return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  };
}

test("the cells of an export, as CSV and as XLSX, are what the chart of the same question answers", async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ start, length, ...rest }) => {
      const { amina } = await cast({ amina: { role: "user", containers: ["walled", "yonder"] } });
      const asked = { ...rest, from: from + start * minute, to: from + (start + length) * minute };
      const { data } = await amina.call("getChartData", asked);
      const expected = data.t.map((atMs, row) => [atMs, ...data.series.map((column) => exportValue(column[row]))]);
      const wall = wallTime(rest.zone);

      const csv = (await download(amina, { ...asked, format: "csv" })).toString("utf8");
      const [, ...lines] = csv.split("\r\n\r\n")[0]!.split("\r\n").filter(Boolean);
      const cells = lines.map((line) => line.split(","));
      const numberOf = (cell: string) => (cell === "" ? null : Number(cell));
      expect(cells.map(([atMs, , ...values]) => [Number(atMs), ...values.map(numberOf)])).toEqual(expected);
      const dateOf = (cell = "") => Date.parse(cell.replace(/^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/, "$3-$2-$1T$4Z"));
      expect(cells.map(([, date]) => dateOf(date))).toEqual(data.t.map(wall));

      const [sheet] = (await readXlsx(await download(amina, { ...asked, format: "xlsx" }))).sheets;
      const width = 2 + asked.series.length;
      const [, ...rows] = sheet?.rows ?? [];
      const filled = rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? null));
      expect(filled.map(([atMs, , ...values]) => [atMs, ...values])).toEqual(expected);
      expect(filled.map(([, date]) => (date as Date).getTime())).toEqual(data.t.map(wall));
    }),
    { numRuns: 30 },
  );
}, 120_000);
