/**
 * Sums of the EMHASS year made directly from the file, without any code of the product: its charts must agree with
 * them. Times in the file are UTC every half hour; an empty cell is no reading.
 */
import { readFileSync } from "node:fs";

export interface YearSums {
  /** UTC day, epoch ms of its beginning -> Wh; days without a reading are absent. */
  byDay: Map<number, number>;
  totalWh: number;
}

interface Reading {
  atMs: number;
  powerW: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Two readings further apart are a gap: three times the half hour at which this file was written. */
const longestStepMs = 3 * 30 * 60_000;

export function readSolar(file: string): Reading[] {
  const [head = "", ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const column = head.split(",").indexOf("sensor.power_photovoltaics");
  return lines.flatMap((line) => {
    const cells = line.split(",");
    const cell = cells[column] ?? "";
    return cell === "" ? [] : [{ atMs: Date.parse((cells[0] ?? "").replace(" ", "T")), powerW: Number(cell) }];
  });
}

/** Each hour that has readings counts with their average; an hour without any is unknown and adds nothing. */
export function hourlyAverageSums(readings: readonly Reading[], fromMs: number, toMs: number): YearSums {
  const hours = new Map<number, { sum: number; count: number }>();
  for (const { atMs, powerW } of readings) {
    if (atMs < fromMs || atMs >= toMs) continue;
    const hour = atMs - (atMs % hourMs);
    const found = hours.get(hour) ?? { sum: 0, count: 0 };
    hours.set(hour, { sum: found.sum + powerW, count: found.count + 1 });
  }
  const sums: YearSums = { byDay: new Map(), totalWh: 0 };
  for (const [hour, { sum, count }] of hours) add(sums, hour, sum / count);
  return sums;
}

/** Straight lines between neighbours; what lies between two that are too far apart is unknown and adds nothing. */
export function trapezoidSums(readings: readonly Reading[], fromMs: number, toMs: number): YearSums {
  const sums: YearSums = { byDay: new Map(), totalWh: 0 };
  for (let index = 1; index < readings.length; index++) {
    const [before, after] = [readings[index - 1] as Reading, readings[index] as Reading];
    const stepMs = after.atMs - before.atMs;
    if (stepMs > longestStepMs) continue;
    // In pieces of one minute, so that midnight and the ends of the range fall between two pieces.
    for (let atMs = before.atMs; atMs < after.atMs; atMs += 60_000) {
      if (atMs < fromMs || atMs >= toMs) continue;
      const share = (atMs + 30_000 - before.atMs) / stepMs;
      add(sums, atMs, (before.powerW + (after.powerW - before.powerW) * share) / 60);
    }
  }
  return sums;
}

function add(sums: YearSums, atMs: number, wh: number): void {
  const day = atMs - (atMs % dayMs);
  sums.byDay.set(day, (sums.byDay.get(day) ?? 0) + wh);
  sums.totalWh += wh;
}
