import { lineColors } from "@offgrid/contract/charts/line-colors";
import type { SeriesColor } from "@offgrid/contract/charts/series-colors";
import { levels, valueRange, type ValueRange, valueTicks } from "@offgrid/contract/charts/value-axis";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { groupEdges, type ZoneGroup } from "@offgrid/contract/core/zone-time";
import { axisFormat, formatLocales } from "@offgrid/contract/telemetry/format";
import { clockParts, written } from "@offgrid/contract/telemetry/time-text";

import { escapeHtml } from "../../mail/mails.ts";
import { paperColumns } from "./plot-columns.ts";
import { linePath, seriesPaths } from "./plot-paths.ts";
import type { ReportLine, ReportPlot } from "./report-content.ts";

/** A drawing for paper: vectors from the same columns as the chart on a screen. Pure. */

/** Of the design, on white. */
const colors: Record<SeriesColor, string> = {
  solar: "#bf8620",
  load: "#0a3081",
  "battery-out": "#126d46",
  "battery-in": "#7f57a5",
  generator: "#532105",
  soc: "#819199",
  muted: "#55635b",
  info: "#031f8d",
  "compare-1": "#209cbc",
  "compare-2": "#4d0936",
  "compare-3": "#482ad5",
  "compare-4": "#a73e2b",
};

const width = 515;
const plotHeight = 170;
const margin = { left: 42, right: 42, top: 14, bottom: 18 };
const entryHeight = 12;
const entriesPerRow = 2;
/** A longer title would run into its neighbour. */
const longestEntry = 52;

export interface PlotFrame {
  span: { fromMs: number; toMs: number };
  zone: string;
  language: LocaleCode;
}

/** An SVG of one plot: grid, axes with their unit, lines with their gaps, and a legend. */
export function plotSvg(plot: ReportPlot, frame: PlotFrame): string {
  const { t, lines } = paperColumns(plot.t, plot.lines);
  const tokens = lineColors(lines.map(({ color, quantity }) => ({ color: color as SeriesColor | null, quantity })));
  const inks = tokens.map((token) => colors[token]);
  const { fromMs, toMs } = frame.span;
  const x = (atMs: number) =>
    margin.left + ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * (width - margin.left - margin.right);
  const axes = (["left", "right"] as const).flatMap((side) => {
    const own = lines.filter(({ axis }) => axis === side);
    return own.length === 0 ? [] : [{ side, unit: own[0]!.unit, range: rangeOf(own) }];
  });
  const yOf = (side: "left" | "right") => {
    const { min, max } = (axes.find((axis) => axis.side === side) ?? axes[0])!.range;
    return (value: number) =>
      margin.top + (1 - (value - min) / (max - min || 1)) * (plotHeight - margin.top - margin.bottom);
  };
  const drawn = seriesPaths(t, lines, { x, yOf, toMs }).map(({ line, path, kind }) => {
    const ink = inks[line] ?? colors.info;
    return kind !== "line"
      ? `<path d="${path}" fill="${ink}" fill-opacity="${kind === "bar" ? 0.75 : 0.3}"/>`
      : `<path d="${path}" fill="none" stroke="${ink}" stroke-width="1.2"/>`;
  });
  const legendRows = Math.ceil(lines.length / entriesPerRow);
  const height = plotHeight + 6 + legendRows * entryHeight;
  const parts = [
    ...axes.flatMap((axis, index) => axisParts(axis, yOf(axis.side), index === 0, frame.language)),
    ...timeParts(frame, x),
    ...drawn,
    ...legend(lines, inks),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Roboto" font-size="8">${parts.join("")}</svg>`;
}

/** The range of an axis; stacked lines reach as high as their sum. */
function rangeOf(lines: readonly ReportLine[]): ValueRange {
  const stacked = lines.filter(({ type }) => type === "stack_bar" || type === "stack_line");
  const sums = (stacked[0]?.values ?? []).map((_, index) =>
    stacked.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const measured = [...lines.flatMap(({ values }) => values.filter((value) => value !== null)), ...sums];
  const least = measured.reduce((low, value) => Math.min(low, value), Infinity);
  const most = measured.reduce((high, value) => Math.max(high, value), -Infinity);
  const unit = lines[0]!.unit;
  const hasAny = Number.isFinite(least);
  // A filled shape begins at zero.
  const isFilled = levels.has(unit) && lines.some(({ type }) => type !== "line" && type !== "stack_line");
  return valueRange(hasAny ? (isFilled ? Math.min(0, least) : least) : null, hasAny ? most : null, unit);
}

const text = (content: string, x: number, y: number, anchor: "start" | "middle" | "end") =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#55635b">${escapeHtml(content)}</text>`;
const rule = (x1: number, y1: number, x2: number, y2: number, ink: string) =>
  `<path d="${linePath([
    [x1, y1],
    [x2, y2],
  ])}" fill="none" stroke="${ink}" stroke-width="0.5"/>`;

function axisParts(
  { side, unit, range }: { side: "left" | "right"; unit: ReportLine["unit"]; range: ValueRange },
  y: (value: number) => number,
  hasGrid: boolean,
  language: LocaleCode,
): string[] {
  const written = axisFormat(unit, Math.max(Math.abs(range.min), Math.abs(range.max)), range.step, language);
  const isLeft = side === "left";
  const at = isLeft ? margin.left - 4 : width - margin.right + 4;
  const anchor = isLeft ? "end" : "start";
  return [
    ...(written.unit === "" ? [] : [text(written.unit, at, 8, anchor)]),
    ...valueTicks(range).flatMap((tick) => [
      ...(hasGrid
        ? [rule(margin.left, y(tick), width - margin.right, y(tick), tick === 0 ? "#9aa8a0" : "#e4eae6")]
        : []),
      text(written.format(tick), at, y(tick) + 3, anchor),
    ]),
  ];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostTicks = 9;

/** Times under the plot, by the clocks of its zone. */
function timeParts({ span: { fromMs, toMs }, zone, language }: PlotFrame, x: (atMs: number) => number): string[] {
  const lengthMs = toMs - fromMs;
  const group: ZoneGroup = lengthMs <= 2 * dayMs ? "hour" : lengthMs <= 100 * dayMs ? "day" : "month";
  const edges = groupEdges(fromMs, toMs, group, zone).filter((atMs) => atMs >= fromMs && atMs < toMs);
  const every = Math.ceil(edges.length / mostTicks);
  const shown = { hour: clockParts, day: { day: "numeric", month: "short" } } as const;
  const parts = group === "month" ? ({ month: "short", year: "2-digit" } as const) : shown[group];
  const format = new Intl.DateTimeFormat(formatLocales[language], { ...parts, timeZone: zone });
  const bottom = plotHeight - margin.bottom;
  return edges
    .filter((_, index) => index % every === 0)
    .flatMap((atMs) => [
      rule(x(atMs), bottom, x(atMs), bottom + 3, "#9aa8a0"),
      text(written(format, atMs), x(atMs), bottom + 12, "start"),
    ]);
}

function legend(lines: readonly ReportLine[], inks: readonly string[]): string[] {
  const columnWidth = (width - margin.left) / entriesPerRow;
  return lines.map(({ title }, index) => {
    const left = margin.left + (index % entriesPerRow) * columnWidth;
    const top = plotHeight + 6 + Math.floor(index / entriesPerRow) * entryHeight;
    const shown = title.length > longestEntry ? `${title.slice(0, longestEntry - 1)}…` : title;
    return `<rect x="${left}" y="${top}" width="7" height="7" fill="${inks[index]}"/>${text(shown, left + 11, top + 7, "start")}`;
  });
}
