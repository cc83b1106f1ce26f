import { lineColors } from "@offgrid/contract/charts/line-colors";
import { lineDash, type SeriesColor } from "@offgrid/contract/charts/series-colors";
import { levels, valueRange, type ValueRange, valueTicks, withOneZero } from "@offgrid/contract/charts/value-axis";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { groupEdges, offsetMs, type ZoneGroup } from "@offgrid/contract/core/zone-time";
import { axisFormat, formatLocales } from "@offgrid/contract/telemetry/format";
import { clockParts, written } from "@offgrid/contract/telemetry/time-text";

import { escapeHtml } from "../../mail/escape-html.ts";
import { paperColumns } from "./plot-columns.ts";
import { apart, hollow, lateIndexes, triangle, warningInks, warningMarks } from "./plot-marks.ts";
import { linePath, type PlotScale, seriesPaths } from "./plot-paths.ts";
import type { ReportLevel, ReportLine, ReportPlot } from "./report-content.ts";
import { wordsIn } from "./report-words.ts";

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
/** Where all titles are short, and where one is not. */
const entriesPerRow = { short: 4, long: 2 };
const shortEntry = 22;
/** As long as two dashes of a threshold. */
const swatchWidth = 13;
/** A longer title would run into its neighbour. */
const longestEntry = 52;

const plainLook = 'stroke-width="1.2"';
/** What is laid over is dashed and pale; a threshold is dashed wider, and grey. */
const overLook = 'stroke-width="1.2" stroke-opacity="0.85" stroke-dasharray="3 2"';
const levelLook = 'stroke-width="0.8" stroke-dasharray="5 3"';

const plotArea = {
  left: margin.left,
  right: width - margin.right,
  top: margin.top,
  bottom: plotHeight - margin.bottom,
};

export interface PlotFrame {
  span: { fromMs: number; toMs: number };
  zone: string;
  language: LocaleCode;
}

/** An SVG of one plot: grid, axes with their unit, lines with their gaps, and a legend. */
export function plotSvg(plot: ReportPlot, frame: PlotFrame): string {
  const { levels: marked = [], warnings = [] } = plot;
  const { t, lines } = paperColumns(plot.t, plot.lines);
  const tokens = lineColors(lines.map(({ color, quantity }) => ({ color: color as SeriesColor | null, quantity })));
  const inks = tokens.map((token) => colors[token]);
  const looks = lineLooks(lines);
  const { fromMs, toMs } = frame.span;
  const x = (atMs: number) =>
    margin.left + ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * (width - margin.left - margin.right);
  const axes = (["left", "right"] as const).flatMap((side) => {
    const own = lines.filter(({ axis }) => axis === side);
    return own.length === 0
      ? []
      : [
          {
            side,
            unit: own[0]!.unit,
            range: rangeOf(
              own,
              marked.filter(({ axis }) => axis === side),
            ),
          },
        ];
  });
  const [one, other] = axes;
  if (one && other) [one.range, other.range] = withOneZero(one.range, other.range);
  const yOf = (side: "left" | "right") => {
    const { min, max } = (axes.find((axis) => axis.side === side) ?? axes[0])!.range;
    return (value: number) =>
      margin.top + (1 - (value - min) / (max - min || 1)) * (plotHeight - margin.top - margin.bottom);
  };
  const filled = new Set(lines.flatMap(({ type }, line) => (type === "line" ? [] : [inks[line]])));
  const drawn = seriesPaths(t, lines, { x, yOf, toMs }).map(({ line, path, kind }) => {
    const ink = inks[line] ?? colors.info;
    if (kind !== "line") return `<path d="${path}" fill="${ink}" fill-opacity="${kind === "bar" ? 0.75 : 0.3}"/>`;
    if (!lines[line]?.isOver) return `<path d="${path}" fill="none" stroke="${ink}" ${looks[line] ?? plainLook}/>`;
    // On what is filled in its own colour it would not be seen.
    const edge = filled.has(ink) ? `<path d="${path}" fill="none" stroke="#fff" stroke-width="2.6"/>` : "";
    return `${edge}<path d="${path}" fill="none" stroke="${ink}" ${overLook}/>`;
  });
  const late = lateMarks(t, lines, inks, { x, yOf });
  const entries = [
    ...legendEntries(lines, { inks, looks }, marked),
    ...markEntries(warnings, late.length > 0, frame.language),
  ];
  const legendRows = Math.ceil(entries.length / perRowOf(entries));
  const height = plotHeight + 6 + legendRows * entryHeight;
  const parts = [
    ...axes.flatMap((axis, index) => axisParts(axis, yOf(axis.side), index === 0, frame.language)),
    ...timeParts(frame, x),
    ...warningMarks(warnings, frame.span, x, plotArea),
    ...drawn,
    ...late,
    ...marked.map(({ value, axis }) => {
      const at = yOf(axis)(value);
      return `<path d="M${margin.left} ${at}L${width - margin.right} ${at}" fill="none" stroke="${colors.muted}" ${levelLook}/>`;
    }),
    ...legend(entries),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Roboto" font-size="8">${parts.join("")}</svg>`;
}

/** The range of an axis with its thresholds; stacked lines reach as high as their sum. */
function rangeOf(lines: readonly ReportLine[], marked: readonly ReportLevel[]): ValueRange {
  const stacked = lines.filter(({ type }) => type === "stack_bar" || type === "stack_line");
  const sums = (stacked[0]?.values ?? []).map((_, index) =>
    stacked.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const measured = [
    ...lines.flatMap(({ values }) => values.filter((value) => value !== null)),
    ...sums,
    ...marked.map(({ value }) => value),
  ];
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
  const dayEdges = new Set(group === "hour" ? groupEdges(fromMs, toMs, "day", zone) : []);
  const isTick = group === "hour" ? hourTick(edges.length, dayEdges, zone) : everyNth(edges.length);
  const shown = { hour: clockParts, day: { day: "numeric", month: "short" } } as const;
  const parts = group === "month" ? ({ month: "short", year: "2-digit" } as const) : shown[group];
  const format = new Intl.DateTimeFormat(formatLocales[language], { ...parts, timeZone: zone });
  // Where hours of two days stand beside each other, the second says which it is of.
  const isNewDay = (atMs: number) => dayEdges.has(atMs) && (lengthMs > dayMs || atMs > fromMs);
  const dayFormat = new Intl.DateTimeFormat(formatLocales[language], { ...shown.day, timeZone: zone });
  const bottom = plotHeight - margin.bottom;
  return edges
    .filter(isTick)
    .flatMap((atMs) => [
      rule(x(atMs), bottom, x(atMs), bottom + 3, "#9aa8a0"),
      text(written(isNewDay(atMs) ? dayFormat : format, atMs), x(atMs), bottom + 12, "start"),
    ]);
}

const everyNth = (count: number) => {
  const every = Math.ceil(count / mostTicks);
  return (_: number, index: number) => index % every === 0;
};

/** Hours that midnight is one of, wherever the range begins. */
function hourTick(count: number, dayEdges: ReadonlySet<number>, zone: string): (atMs: number) => boolean {
  const every = [1, 2, 3, 4, 6].find((hours) => hours * mostTicks >= count) ?? 6;
  return (atMs) => dayEdges.has(atMs) || Math.floor((atMs + offsetMs(zone, atMs)) / hourMs) % every === 0;
}

const perRowOf = (entries: readonly { title: string }[]) =>
  entries.every(({ title }) => title.length <= shortEntry) ? entriesPerRow.short : entriesPerRow.long;

/** Many lines differ by their dashes too, as on a screen; undefined: what is laid over or filled, and has a look of its own. */
function lineLooks(lines: readonly ReportLine[]): (string | undefined)[] {
  let measured = 0;
  return lines.map(({ isOver, type }) => {
    const dash = isOver ? undefined : lineDash(measured++);
    return dash && type === "line"
      ? `stroke-width="1.2" stroke-dasharray="${dash.map((px) => px / 2).join(" ")}"`
      : undefined;
  });
}

/** What of each line came late. */
function lateMarks(
  t: readonly number[],
  lines: readonly ReportLine[],
  inks: readonly string[],
  { x, yOf }: Pick<PlotScale, "x" | "yOf">,
): string[] {
  return lines.flatMap((line, index) => {
    const y = yOf(line.axis);
    const at = apart(lateIndexes(line, t), (point) => x(t[point]!));
    return at.map((point) => hollow(x(t[point]!), y(line.values[point]!), inks[index] ?? colors.info));
  });
}

function markEntries(
  warnings: NonNullable<ReportPlot["warnings"]>,
  hasLate: boolean,
  language: LocaleCode,
): LegendEntry[] {
  const { warning_open, came_late } = wordsIn(language);
  return [
    ...(warnings.length === 0 ? [] : [{ title: warning_open, swatch: ofWarning(warnings) }]),
    ...(hasLate ? [{ title: came_late, swatch: ofLate }] : []),
  ];
}

interface LegendEntry {
  title: string;
  swatch: (left: number, top: number) => string;
}

const ofWarning = (warnings: NonNullable<ReportPlot["warnings"]>): LegendEntry["swatch"] => {
  const worst = (["critical", "warning", "info"] as const).find((one) =>
    warnings.some(({ severity }) => severity === one),
  );
  return (left, top) => triangle(left + 3.5, top + 7, warningInks[worst ?? "info"]);
};
const ofLate: LegendEntry["swatch"] = (left, top) => hollow(left + 3.5, top + 3.5, colors.muted);

function legendEntries(
  lines: readonly ReportLine[],
  { inks, looks }: { inks: readonly string[]; looks: readonly (string | undefined)[] },
  marked: readonly ReportLevel[],
): LegendEntry[] {
  const dash = (look: string, ink: string) => (left: number, top: number) =>
    `<path d="M${left} ${top + 3.5}L${left + swatchWidth} ${top + 3.5}" fill="none" stroke="${ink}" ${look}/>`;
  const box = (ink: string) => (left: number, top: number) =>
    `<rect x="${left}" y="${top}" width="7" height="7" fill="${ink}"/>`;
  return [
    ...lines.map(({ title, isOver }, index) => {
      const ink = inks[index] ?? colors.info;
      const look = isOver ? overLook : looks[index];
      return { title, swatch: look === undefined ? box(ink) : dash(look, ink) };
    }),
    ...marked.map(({ title }) => ({ title, swatch: dash(levelLook, colors.muted) })),
  ];
}

function legend(entries: readonly LegendEntry[]): string[] {
  const perRow = perRowOf(entries);
  const columnWidth = (width - margin.left) / perRow;
  return entries.map(({ title, swatch }, index) => {
    const left = margin.left + (index % perRow) * columnWidth;
    const top = plotHeight + 6 + Math.floor(index / perRow) * entryHeight;
    const shown = title.length > longestEntry ? `${title.slice(0, longestEntry - 1)}…` : title;
    return `${swatch(left, top)}${text(shown, left + swatchWidth + 4, top + 7, "start")}`;
  });
}
