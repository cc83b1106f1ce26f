import { isState } from "@offgrid/contract/charts/value-axis";

import type { ReportLine } from "./report-content.ts";

/** Lines of a plot as paths. What was not measured is a gap. Pure. */

export interface PlotScale {
  x: (atMs: number) => number;
  yOf: (side: "left" | "right") => (value: number) => number;
  /** End of the range: where the last group ends. */
  toMs: number;
}

export interface SeriesPath {
  /** Its place among the lines. */
  line: number;
  path: string;
  kind: "bar" | "area" | "line";
}

type Point = readonly [x: number, y: number];

const round = (value: number) => Math.round(value * 10) / 10;
export const linePath = (points: readonly Point[]) =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");

/** Single readings that lie further apart than this many of the usual steps have a gap between them. */
const gapSteps = 3;
/** Of the time of a group, for bars. */
const barShare = 0.8;

/** The paths of all lines, filled ones first, so that no line is hidden. */
export function seriesPaths(t: readonly number[], lines: readonly ReportLine[], scale: PlotScale): SeriesPath[] {
  const ends = t.map((_, index) => t[index + 1] ?? Math.min(scale.toMs, lastEnd(t)));
  const filled = [...barPaths(t, ends, lines, scale), ...areaPaths(t, lines, scale)];
  const hasBars = lines.some(({ type }) => type === "bar" || type === "stack_bar");
  // Beside bars in the middle of its group, as they are.
  const at = (index: number) => scale.x(hasBars ? (t[index]! + ends[index]!) / 2 : t[index]!);
  const drawn = lines.flatMap(({ type, axis, values, unit }, line) => {
    if (type === "bar" || type === "stack_bar" || type === "stack_line") return [];
    const y = scale.yOf(axis);
    const path = runs(t, values)
      .map((run) => run.map((index): Point => [at(index), y(values[index]!)]))
      .map((points) => linePath(withWidth(isState(unit) ? stepped(points) : points)))
      .join("");
    return path === "" ? [] : [{ line, path, kind: "line" as const }];
  });
  return [...filled, ...drawn];
}

/** Each value until the next. */
const stepped = (points: Point[]): Point[] =>
  points.flatMap((point, index) => (index === 0 ? [point] : [[point[0], points[index - 1]![1]], point]));

/** A single reading is a dot as wide as it is high. */
const withWidth = (points: Point[]): Point[] =>
  points.length === 1 ? [points[0]!, [points[0]![0] + 1, points[0]![1]]] : points;

function lastEnd(t: readonly number[]): number {
  const last = t.at(-1) ?? 0;
  return last + (last - (t.at(-2) ?? last));
}

/** Indices of readings that belong together. */
export function runs(t: readonly number[], values: readonly (number | null)[]): number[][] {
  const measured = values.flatMap((value, index) => (value === null ? [] : [index]));
  const steps = t.slice(1).map((atMs, index) => atMs - t[index]!);
  const usualMs = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
  const found: number[][] = [];
  for (const index of measured) {
    const run = found.at(-1);
    const before = run?.at(-1);
    const goesOn = before === index - 1 && t[index]! - t[before]! <= gapSteps * usualMs;
    if (run && goesOn) run.push(index);
    else found.push([index]);
  }
  return found;
}

function barPaths(
  t: readonly number[],
  ends: readonly number[],
  lines: readonly ReportLine[],
  { x, yOf }: PlotScale,
): SeriesPath[] {
  const bars = lines.flatMap(({ type }, line) => (type === "bar" ? [line] : []));
  const hasStack = lines.some(({ type }) => type === "stack_bar");
  const places = bars.length + (hasStack ? 1 : 0);
  const above = new Map<string, number>();
  return lines.flatMap(({ type, axis, values }, line) => {
    if (type !== "bar" && type !== "stack_bar") return [];
    const y = yOf(axis);
    const place = type === "bar" ? bars.indexOf(line) : places - 1;
    const path = values.map((value, index) => {
      if (value === null) return "";
      const [left, right] = [x(t[index]!), x(ends[index]!)];
      const slot = ((right - left) * barShare) / places;
      const from = left + ((right - left) * (1 - barShare)) / 2 + place * slot;
      const key = `${axis} ${index} ${value < 0}`;
      const base = type === "stack_bar" ? (above.get(key) ?? 0) : 0;
      if (type === "stack_bar") above.set(key, base + value);
      return box(from, from + slot, y(base), y(base + value));
    });
    return [{ line, path: path.join(""), kind: "bar" as const }];
  });
}

const box = (left: number, right: number, from: number, to: number) =>
  `${linePath([
    [left, from],
    [left, to],
    [right, to],
    [right, from],
  ])}Z`;

/** Areas down to zero, and stacked ones down to what lies below them. */
function areaPaths(t: readonly number[], lines: readonly ReportLine[], { x, yOf }: PlotScale): SeriesPath[] {
  const below = { left: t.map(() => 0), right: t.map(() => 0) };
  return lines.flatMap(({ type, axis, values }, line) => {
    if (type !== "area" && type !== "stack_line") return [];
    const y = yOf(axis);
    const base = type === "area" ? t.map(() => 0) : [...below[axis]];
    const path = runs(t, values).map((run) => {
      const top = run.map((index): Point => [x(t[index]!), y(base[index]! + values[index]!)]);
      const bottom = run.toReversed().map((index): Point => [x(t[index]!), y(base[index]!)]);
      return `${linePath([...top, ...bottom])}Z`;
    });
    if (type === "stack_line") for (const [index, value] of values.entries()) below[axis][index]! += value ?? 0;
    return [{ line, path: path.join(""), kind: "area" as const }];
  });
}
