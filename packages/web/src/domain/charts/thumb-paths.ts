import { valueRange } from "@offgrid/contract/charts/value-axis";
import type { PlotLine } from "./drawn-series.ts";

export interface ThumbPath {
  id: string;
  /** Of a line, or the upper edge of an area. */
  line?: string;
  /** Of an area: filled down to its lower edge. */
  area?: string;
  /** A rectangle for each group. */
  bars?: string;
}

const margin = 4;
/** Share of a group's width that its bars take together. */
const barShare = 0.7;

/**
 * The lines of a chart as paths of a small picture, stacked and side by side as in the chart: lines on one axis share its
 * scale, and gaps stay gaps. Pure.
 */
export function thumbPaths(lines: readonly PlotLine[], width: number, height: number): ThumbPath[] {
  const length = Math.max(0, ...lines.map(({ values }) => values.length));
  const edges = edgesOf(lines, length);
  const places = barPlaces(lines);
  const ranges = new Map<string, { min: number; max: number }>();
  for (const key of new Set(lines.map(axisKey))) {
    const own = lines.filter((line) => axisKey(line) === key);
    const values = own.flatMap((line) => edges.get(line)!.flatMap((edge) => (edge ? [edge.upper] : [])));
    const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [null, null];
    ranges.set(key, valueRange(low, high, own[0]!.unit));
  }
  return lines.map((line) => {
    const { min, max } = ranges.get(axisKey(line))!;
    const y = (value: number) =>
      round(height - margin - ((clamp(value, min, max) - min) / (max - min || 1)) * (height - 2 * margin));
    const own = edges.get(line)!;
    if (!isBar(line)) return lineOf(line, own, { width: width / Math.max(1, length - 1), y });
    return { id: line.id, bars: barsOf(own, places.get(line)!, { width: width / Math.max(1, length), y }) };
  });
}

/** From where to where a value is drawn; undefined: nothing was measured. */
type Edge = { lower: number; upper: number } | undefined;

const isBar = ({ type }: PlotLine) => type === "bar" || type === "stack_bar";
const isStacked = ({ type }: PlotLine) => type === "stack_bar" || type === "stack_line";

/** From zero, and of what is stacked from what lies below it: up where it is positive, down where it is negative. */
function edgesOf(lines: readonly PlotLine[], length: number): Map<PlotLine, Edge[]> {
  const piles = new Map<string, { up: number[]; down: number[] }>();
  return new Map(
    lines.map((line) => {
      const key = isStacked(line) ? `${axisKey(line)} ${line.type}` : line.id;
      const pile = piles.get(key) ?? { up: [], down: [] };
      piles.set(key, pile);
      const edges = Array.from({ length }, (_, index): Edge => {
        const value = line.values[index] ?? null;
        if (value === null) return undefined;
        const side = value < 0 ? pile.down : pile.up;
        const lower = side[index] ?? 0;
        side[index] = lower + value;
        return { lower, upper: lower + value };
      });
      return [line, edges];
    }),
  );
}

/** Which of the bars side by side a line has; a stack has one place. */
function barPlaces(lines: readonly PlotLine[]): Map<PlotLine, { slot: number; slots: number }> {
  const keyOf = (line: PlotLine) => (line.type === "stack_bar" ? `stack ${line.axis}` : line.id);
  const found = new Map<PlotLine, { slot: number; slots: number }>();
  for (const plot of new Set(lines.map((line) => line.plot))) {
    const own = lines.filter((line) => line.plot === plot && isBar(line));
    const keys = [...new Set(own.map(keyOf))];
    for (const line of own) found.set(line, { slot: keys.indexOf(keyOf(line)), slots: keys.length });
  }
  return found;
}

interface Scale {
  /** Of a group. */
  width: number;
  y: (value: number) => number;
}

function barsOf(edges: readonly Edge[], { slot, slots }: { slot: number; slots: number }, { width, y }: Scale): string {
  const wide = (width * barShare) / slots;
  let bars = "";
  for (const [index, edge] of edges.entries()) {
    if (!edge) continue;
    const left = round(index * width + (width * (1 - barShare)) / 2 + slot * wide);
    bars += `M${left} ${y(edge.lower)}V${y(edge.upper)}h${round(wide)}V${y(edge.lower)}Z`;
  }
  return bars;
}

function lineOf({ id, type }: PlotLine, edges: readonly Edge[], { width, y }: Scale): ThumbPath {
  let [line, area] = ["", ""];
  let run: { x: number; upper: number; lower: number }[] = [];
  const close = () => {
    const [first] = run;
    if (!first) return;
    const points = run.map(({ x, upper }) => `${x} ${upper}`).join("L");
    const back = run.toReversed().map(({ x, lower }) => `${x} ${lower}`);
    line += run.length === 1 ? `M${first.x} ${first.upper}h1` : `M${points}`;
    area += `M${points}L${back.join("L")}Z`;
    run = [];
  };
  for (const [index, edge] of edges.entries()) {
    if (edge) run.push({ x: round(index * width), upper: y(edge.upper), lower: y(edge.lower) });
    else close();
  }
  close();
  return type === "line" ? { id, line } : { id, line, area };
}

const axisKey = ({ plot, axis }: PlotLine) => `${plot} ${axis}`;
const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));
const round = (value: number) => Math.round(value * 10) / 10;
