import { valueRange } from "@offgrid/contract/charts/value-axis";
import type { PlotLine } from "./drawn-series.ts";

export interface ThumbPath {
  id: string;
  line: string;
  /** Of an area or bars: filled down to zero. */
  area?: string;
}

const margin = 4;

/** The lines of a chart as paths of a small picture; lines on one axis share its scale, and gaps stay gaps. Pure. */
export function thumbPaths(lines: readonly PlotLine[], width: number, height: number): ThumbPath[] {
  const ranges = new Map<string, { min: number; max: number }>();
  for (const key of new Set(lines.map(axisKey))) {
    const own = lines.filter((line) => axisKey(line) === key);
    const values = own.flatMap((line) => line.values.filter((value) => value !== null));
    const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [null, null];
    ranges.set(key, valueRange(low, high, own[0]!.unit));
  }
  return lines.map((line) => {
    const { min, max } = ranges.get(axisKey(line))!;
    const y = (value: number) => round(height - margin - ((value - min) / (max - min || 1)) * (height - 2 * margin));
    const isBar = line.type === "bar" || line.type === "stack_bar";
    return pathsOf(line, { width, y, zeroY: y(Math.max(min, Math.min(max, 0))), isBar });
  });
}

interface Scale {
  width: number;
  y: (value: number) => number;
  zeroY: number;
  /** Drawn in steps, one for each group. */
  isBar: boolean;
}

function pathsOf({ id, values, type }: PlotLine, { width, y, zeroY, isBar }: Scale): ThumbPath {
  const slot = width / Math.max(1, isBar ? values.length : values.length - 1);
  let [line, area] = ["", ""];
  let run: [number, number][] = [];
  const close = () => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    const points = run.map(([x, at]) => `${x} ${at}`).join("L");
    line += run.length === 1 ? `M${first[0]} ${first[1]}h1` : `M${points}`;
    area += `M${first[0]} ${zeroY}L${points}L${last[0]} ${zeroY}Z`;
    run = [];
  };
  for (const [index, value] of values.entries()) {
    if (value === null) {
      close();
      continue;
    }
    const x = round(index * slot);
    run.push([x, y(value)]);
    if (isBar) run.push([round((index + 1) * slot), y(value)]);
  }
  close();
  return type === "line" ? { id, line } : { id, line, area };
}

const axisKey = ({ plot, axis }: PlotLine) => `${plot} ${axis}`;
const round = (value: number) => Math.round(value * 10) / 10;
