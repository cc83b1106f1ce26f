import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { hourOfWeekIn } from "@offgrid/server/features/forecast/blackout-forecast";
import { type ChargeForecast, forecastCharge } from "@offgrid/server/features/forecast/blackout";
import { calibrate } from "@offgrid/server/features/forecast/calibration";
import { expectLoad, learnLoad, pastDeviations, valueAt } from "@offgrid/server/features/forecast/load-model";
import type { Hourly } from "@offgrid/server/features/forecast/load-model";
import type { SolarStep } from "@offgrid/server/features/forecast/solar-model";

import type { BenchCase, Figure } from "../bench.types.ts";

export const yearFile = join(import.meta.dirname, "../../../shared/data/emhass/long_train_data.csv");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const historyDays = 28;
export const hours = 48;
/** Time from the start of one forecast to that of the next, chosen so that each hour of the day comes up. */
const everyMs = 7 * hourMs;
const startPercent = 60;
const reservePercent = 20;
const zone = "Europe/Paris";

/**
 * A year of a house: load, solar power, and the solar forecast made beside it. A battery that holds one and a half days
 * of load is simulated with what was measured, and with what was expected 48 hours before.
 */
export const blackoutCase: BenchCase = {
  name: "blackout",
  summary: "a year of a real house: expected load and charge against what happened, beside two simple rivals",
  run: async (say) => {
    if (!existsSync(yearFile)) {
      say("left out: it needs ../shared/data/emhass");
      return [];
    }
    const { load, solar, forecast } = readYear(yearFile);
    const meanW = mean([...load.values]);
    const capacityWh = meanW * 36;
    const rows: Result[] = [];
    const endMs = load.fromMs + load.values.length * hourMs;
    for (let fromMs = load.fromMs + historyDays * dayMs; fromMs + hours * hourMs <= endMs; fromMs += everyMs) {
      const found = compare({ load, solar, forecast }, fromMs, capacityWh);
      if (found) rows.push(found);
    }
    say(`${rows.length} forecasts of 48 hours; mean load ${Math.round(meanW)} W, battery ${Math.round(capacityWh)} Wh`);
    return figures(rows);
  },
};

export type Measured = Hourly & { values: Float64Array };

/** What the portal shows: the likely time, if it is at least as likely as not to come at all. */
export function saidOf({ chance, likelyMs }: ChargeForecast): number | undefined {
  return chance >= 0.5 ? likelyMs : undefined;
}

export interface Year {
  load: Measured;
  solar: Measured;
  forecast: Measured;
}

type Way = "ours" | "persistence" | "yesterday";
interface Result {
  /** For each method: mean absolute error of the load on the first day, W, and of the charge during it, points. */
  loadW: Record<Way, number>;
  soc: Record<Way, number>;
  /** Hours until the reserve is reached; 48 where it is not. */
  hours: Record<Way | "truth", number>;
  /** Share of the hours of the first day in which the charge was within the band of eight in ten. */
  inBand: number;
  chance: number;
}

function compare({ load, solar, forecast }: Year, fromMs: number, capacityWh: number): Result | undefined {
  const at = (series: Hourly, hour: number) => valueAt(series, fromMs + hour * hourMs);
  const ahead = Array.from({ length: hours }, (_, hour) => hour);
  const truth = ahead.map((hour) => ({ load: at(load, hour), solar: at(solar, hour) }));
  if (truth.some((one) => Number.isNaN(one.load) || Number.isNaN(one.solar))) return undefined;
  const { expected, sun, deviations } = expectFrom({ load, solar, forecast }, fromMs);
  const battery = {
    nowMs: fromMs,
    socPercent: startPercent,
    capacityWh,
    cutOffPercent: reservePercent,
    backPercent: reservePercent + 2,
    isCut: false,
    stillOnW: 0,
    draw: 1,
  };
  const run = (loadW: readonly number[], solarW: readonly number[], deviations: readonly (readonly number[])[] = []) =>
    forecastCharge({
      ...battery,
      loadW,
      deviations,
      solar: solarW.map((w, hour) => ({ atMs: fromMs + hour * hourMs, p10: w, p50: w, p90: w })),
    });
  const last = (series: Hourly, hour: number) => at(series, (hour % 24) - 24);
  const loads = {
    ours: expected,
    persistence: ahead.map(() => at(load, -1)),
    yesterday: ahead.map((hour) => last(load, hour)),
  };
  const suns = {
    persistence: ahead.map(() => at(solar, -1)),
    yesterday: ahead.map((hour) => last(solar, hour)),
  };
  if ([loads.persistence, loads.yesterday, suns.persistence, suns.yesterday].flat().some(Number.isNaN))
    return undefined;
  const real = run(
    truth.map((one) => one.load),
    truth.map((one) => one.solar),
  );
  const ours = forecastCharge({
    ...battery,
    loadW: expected,
    deviations,
    solar: sun,
  });
  const ways = {
    ours,
    persistence: run(loads.persistence, suns.persistence),
    yesterday: run(loads.yesterday, suns.yesterday),
  };
  const day = ahead.slice(0, 24);
  const each = <T>(work: (way: Way) => T) =>
    ({ ours: work("ours"), persistence: work("persistence"), yesterday: work("yesterday") }) as Record<Way, T>;
  const hoursTo = (ms: number | undefined) => (ms === undefined ? hours : (ms - fromMs) / hourMs);
  return {
    loadW: each((way) => mean(day.map((hour) => Math.abs((loads[way][hour] as number) - (truth[hour]?.load ?? 0))))),
    soc: each((way) =>
      mean(day.map((hour) => Math.abs((ways[way].soc50[hour] as number) - (real.soc50[hour] as number)))),
    ),
    hours: { ...each((way) => hoursTo(saidOf(ways[way]))), truth: hoursTo(real.below50) },
    inBand: mean(
      day.map((hour) => {
        const soc = real.soc50[hour] as number;
        return soc >= (ours.soc10[hour] as number) - 0.05 && soc <= (ours.soc90[hour] as number) + 0.05 ? 1 : 0;
      }),
    ),
    chance: ours.chance,
  };
}

/** What the portal would expect at an instant, from what was measured in the weeks before it. */
export function expectFrom({ load, solar, forecast }: Year, fromMs: number) {
  const at = (series: Hourly, hour: number) => valueAt(series, fromMs + hour * hourMs);
  const ahead = Array.from({ length: hours }, (_, hour) => hour);
  const first = Math.round((fromMs - load.fromMs) / hourMs);
  const history: Hourly = {
    fromMs: fromMs - historyDays * dayMs,
    values: load.values.slice(first - historyDays * 24, first),
  };
  const hourOfWeek = hourOfWeekIn(zone);
  const model = learnLoad(history, hourOfWeek);
  const expected = expectLoad(model, history, hourOfWeek, fromMs, hours);
  // As the portal does with an external forecast: corrected by how it turned out in the weeks before.
  const issued: SolarStep[] = ahead.map((hour) => {
    const p50 = at(forecast, hour);
    return { atMs: fromMs + hour * hourMs, p10: 0.6 * p50, p50, p90: 1.3 * p50 };
  });
  const before = Array.from({ length: historyDays * 24 }, (_, hour) => ({
    atMs: history.fromMs + hour * hourMs,
    w: valueAt(forecast, history.fromMs + hour * hourMs),
  })).filter(({ w }) => !Number.isNaN(w));
  const sun = calibrate(issued, before, {
    fromMs: history.fromMs,
    values: solar.values.slice(first - historyDays * 24, first),
  });
  return { expected, sun, deviations: pastDeviations(model, history, hourOfWeek, fromMs, hours) };
}

const names: Record<Exclude<Way, "ours">, string> = {
  persistence: "last value stays",
  yesterday: "same hour yesterday",
};

function figures(rows: readonly Result[]): Figure[] {
  const reached = rows.filter(({ hours: { truth } }) => truth < hours);
  const measures = [
    {
      title: "load of the next day, mean error",
      unit: "W",
      of: (way: Way) => mean(rows.map(({ loadW }) => loadW[way])),
    },
    {
      title: "charge over the next day, mean error",
      unit: "points",
      of: (way: Way) => mean(rows.map(({ soc }) => soc[way])),
    },
    {
      title: `hours to the reserve (reached ${reached.length} times), mean error`,
      unit: "h",
      of: (way: Way) => mean(reached.map(({ hours: found }) => Math.abs(found[way] - found.truth))),
    },
    {
      title: "reserve within 48 h, wrong forecasts",
      unit: "percent",
      of: (way: Way) =>
        100 * mean(rows.map(({ hours: found }) => (found[way] < hours === found.truth < hours ? 0 : 1))),
    },
  ];
  return [
    ...measures.flatMap(({ title, unit, of }) =>
      (["persistence", "yesterday"] as const).map((rival) => ({
        case: `blackout, ${title}`,
        value: of("ours"),
        unit,
        reference: of(rival),
        referenceName: names[rival],
      })),
    ),
    {
      case: "blackout, charge within the band of 80 %",
      value: 100 * mean(rows.map(({ inBand }) => inBand)),
      unit: "percent",
    },
  ];
}

/** Half hours as means of full hours; an hour needs both, and solar power at night is 0. */
export function readYear(path: string): Year {
  const lines = readFileSync(path, "utf8").trim().split("\n").slice(1);
  const halves = lines.map((line) => {
    const [at = "", load = "", solar = "", forecast = ""] = line.split(",");
    return { atMs: Date.parse(at.replace(" ", "T")), cells: [load, solar, forecast] as const };
  });
  const fromMs = Math.ceil((halves[0]?.atMs ?? 0) / hourMs) * hourMs;
  const count = Math.floor(((halves.at(-1)?.atMs ?? 0) - fromMs) / hourMs);
  const sums = [0, 1, 2].map(() => ({ sum: new Float64Array(count), halves: new Float64Array(count) }));
  for (const { atMs, cells } of halves) {
    const hour = Math.floor((atMs - fromMs) / hourMs);
    if (hour < 0 || hour >= count) continue;
    const isMeasured = cells[0] !== "";
    for (const [column, { sum, halves: known }] of sums.entries()) {
      const cell = cells[column] as string;
      if (cell === "" && !(column > 0 && isMeasured)) continue;
      sum[hour] = (sum[hour] as number) + Math.max(0, Number(cell));
      known[hour] = (known[hour] as number) + 1;
    }
  }
  const [load, solar, forecast] = sums.map(({ sum, halves: known }): Measured => ({
    fromMs,
    values: sum.map((total, hour) => (known[hour] === 2 ? total / 2 : Number.NaN)),
  })) as [Measured, Measured, Measured];
  return { load, solar, forecast };
}

function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
}
