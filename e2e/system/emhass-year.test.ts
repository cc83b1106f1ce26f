/**
 * A year of real half hours, imported by the replay program, gives charts and energy that agree with the sums of its
 * file.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { hourlyAverageSums, readSolar, trapezoidSums, type YearSums } from "./emhass-year.ts";
import { addAdministrator, register, startPortal } from "./portal.ts";
import { root, runToEnd, temporaryFolder } from "./programs.ts";

const file = join(root, "../shared/data/emhass/long_train_data.csv");
const dayMs = 86_400_000;
const fromMs = Date.UTC(2024, 1, 28);
const days = 365;
const range = { from: fromMs, to: fromMs + days * dayMs, zone: "UTC" };

/** Largest difference between an answer by day and the sums of the file, as a share of the year. */
function differences(t: readonly number[], values: readonly (number | null)[], sums: YearSums) {
  const answered = new Map(t.map((day, index) => [day, values[index] ?? null]));
  const totalWh = values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
  const unlike = [...sums.byDay].filter(([day, wh]) => Math.abs((answered.get(day) ?? 0) - wh) > 1 + 0.005 * wh);
  return { ofTheYear: Math.abs(totalWh / sums.totalWh - 1), unlike };
}

test.skipIf(!existsSync(file))(
  "a year of half hours, by day, agrees with sums made from its file (needs ../shared/data/emhass)",
  { timeout: 600_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    const portal = await startPortal(dataDir);
    const { containerId, secret } = await register(dataDir, "Emhass year");
    const replayed = await runToEnd(
      "replay",
      [
        ...["--csv", file, "--map", "docs/recordings/emhass.mapping.json", "--container", containerId],
        ...["--url", portal.mqttUrl, "--data-dir", join(folder, "replay")],
      ],
      { env: { OFFGRID_SECRET: secret } },
    );
    expect(replayed.output).toMatch(/Done: (\d+) frames stored, 0 refused\./);
    expect(replayed.code).toBe(0);

    const readings = readSolar(file);
    const ada = await addAdministrator(dataDir, portal.url);
    const chart = await ada.call<{
      data: { t: number[]; series: (number | null)[][]; coverage: number[]; zone: string };
    }>("getChartData", {
      ...range,
      groupBy: "day",
      series: [
        { containerId, metric: "solar.power", func: "hourly_average_sum" },
        { containerId, metric: "solar.power", func: "count" },
      ],
    });
    expect(chart.data.t).toEqual(Array.from({ length: days }, (_, day) => fromMs + day * dayMs));
    const inRange = readings.filter(({ atMs }) => atMs >= range.from && atMs < range.to);
    const counted = (chart.data.series[1] ?? []).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    expect(counted).toBe(inRange.length);
    const byHours = hourlyAverageSums(readings, range.from, range.to);
    const charted = differences(chart.data.t, chart.data.series[0] ?? [], byHours);
    expect(charted.unlike).toEqual([]);
    expect(charted.ofTheYear).toBeLessThan(0.005);
    // A day that was never measured is a gap in the chart and not 0.
    for (const [index, day] of chart.data.t.entries()) {
      if (!byHours.byDay.has(day)) expect(chart.data.series[0]?.[index]).toBeNull();
    }

    const generation = await ada.call<{
      data: { t: number[]; values: (number | null)[]; total: number; coverage: number };
    }>("getGeneration", { ...range, groupBy: "day", containerIds: [containerId] });
    const byTrapezoids = trapezoidSums(readings, range.from, range.to);
    const generated = differences(generation.data.t, generation.data.values, byTrapezoids);
    expect(Math.abs(generation.data.total / byTrapezoids.totalWh - 1)).toBeLessThan(0.005);
    expect(generated.ofTheYear).toBeLessThan(0.005);
    expect(generation.data.coverage).toBeGreaterThan(0);
    expect(generation.data.coverage).toBeLessThan(1);

    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
  },
);
