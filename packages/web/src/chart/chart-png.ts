import type { LocaleCode } from "@offgrid/contract/core/constants";
import { containersText } from "@offgrid/contract/charts/drawn-words";

import type { TimeRange } from "../ui/period-range.ts";
import { bandLevel, isOfNotes, notePath, warningBand, warningGroups } from "./chart-notes.ts";
import { axisOf, isBar, legendEntries, type ChartSeries, type ChartWarning, type SeriesLook } from "./chart-series.ts";
import { patternFill, type PlotColors } from "./plot-colors.ts";
import type { PlotArea, PlotPicture } from "./plot.types.ts";

export interface ChartPaper {
  title: string;
  /** Below the title: the containers; empty: nothing. */
  place: string;
  /** The series that are shown. */
  series: readonly ChartSeries[];
  looks: ReadonlyMap<string, SeriesLook>;
  warnings: readonly ChartWarning[];
  view: TimeRange;
  /** Left and right at the bottom: the time that is seen, and whose chart it is. */
  footer: readonly [string, string];
  /** Below it: what is said of the values, and of what is laid over them, a line each. */
  words: readonly string[];
  /** What hollow points mean, where there are any. */
  late?: string | undefined;
  /** What the bands of warnings mean; said where there are any. */
  band: string;
}

/** Of which containers a picture is, in words; empty: its title says all of them. */
export function placeOnPaper(title: string, containers: readonly string[], locale: LocaleCode): string {
  return containers.every((name) => title.includes(name)) ? "" : containersText(containers, locale);
}

const marginPx = 16;
const titlePx = 16;
const textPx = 12;
const linePx = 22;
/** Below the plot, where one line is a sentence that goes on in the next. */
const belowPx = 18;
const swatchPx = 18;
/** Between two entries of the legend. */
const entryGapPx = 16;

/** The chart as a picture to keep: title, legend, plot and footer on the ground of its theme. */
export async function chartPng(picture: PlotPicture, paper: ChartPaper): Promise<Blob> {
  const sheet = document.createElement("canvas");
  draw(sheet, picture, paper);
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser made no picture of the chart.");
  return blob;
}

function draw(sheet: HTMLCanvasElement, { canvas, colors, font, units, area }: PlotPicture, paper: ChartPaper): void {
  const context = sheet.getContext("2d");
  if (!context) throw new Error("The browser has no canvas.");
  const scale = devicePixelRatio;
  const width = canvas.width / scale + 2 * marginPx;
  const setFont = (sizePx: number, weight = 400) => (context.font = `${weight} ${sizePx}px ${font}`);
  setFont(titlePx, 600);
  const title = linesOf(context, paper.title, width);
  setFont(textPx);
  const place = paper.place === "" ? [] : linesOf(context, paper.place, width);
  const below = linesBelow(context, paper, width);
  const named = legendEntries(paper.series).map(({ title: name, first }) => ({
    ...first,
    title: withUnit(name, units[axisOf(first)]),
  }));
  const entries = [
    ...named.map((one): LegendEntry => ({
      title: one.title,
      draw: (left, top) => drawSwatch(context, colors, one, paper.looks.get(one.id), left, top),
    })),
    ...bandEntries(context, colors, paper),
  ];
  const rows = legendRows(entries, width - 2 * marginPx, (text) => context.measureText(text).width);
  const placeTop = marginPx + title.length * (titlePx + 8);
  const legendTop = placeTop + 4 + place.length * linePx;
  const unitsTop = legendTop + rows.length * linePx + 4;
  const plotTop = unitsTop + textPx + 4;
  const plotHeight = canvas.height / scale;
  const height = plotTop + plotHeight + below.length * belowPx + marginPx;

  sheet.width = Math.round(width * scale);
  sheet.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, width, height);
  context.textBaseline = "top";

  context.fillStyle = colors.text;
  setFont(titlePx, 600);
  for (const [row, text] of title.entries()) context.fillText(text, marginPx, marginPx + row * (titlePx + 8));
  setFont(textPx);
  context.fillStyle = colors.muted;
  for (const [row, text] of place.entries()) context.fillText(text, marginPx, placeTop + row * linePx);
  for (const [row, placed] of rows.entries()) drawLegendRow(context, colors, placed, legendTop + row * linePx);
  context.fillStyle = colors.muted;
  context.fillText(units.left ?? "", marginPx, unitsTop);
  drawAtRight(context, units.right ?? "", unitsTop, width);

  context.drawImage(canvas, marginPx, plotTop, canvas.width / scale, plotHeight);
  drawBands(context, colors, paper, { ...area, left: marginPx + area.left, top: plotTop + area.top });
  drawMarks(context, colors, paper, { ...area, left: marginPx + area.left, top: plotTop + area.top });

  context.fillStyle = colors.muted;
  for (const [row, { text, atRight }] of below.entries()) {
    const top = plotTop + plotHeight + 6 + row * belowPx;
    context.fillText(text, marginPx, top);
    if (atRight !== undefined) drawAtRight(context, atRight, top, width);
  }
}

type Context = CanvasRenderingContext2D;

interface LegendEntry {
  title: string;
  /** Draws what stands before the title. */
  draw: (left: number, top: number) => void;
}

interface PlacedEntry {
  one: LegendEntry;
  left: number;
}

/** What the bands mean, where there are any. */
function bandEntries(context: Context, colors: PlotColors, { warnings, view, band }: ChartPaper): LegendEntry[] {
  const level = bandLevel(warnings, view);
  if (!level) return [];
  const draw: LegendEntry["draw"] = (left, top) =>
    fillBand(context, colors.warnings[level], { left: left + 3, top, width: textPx, height: textPx }, 0.2);
  return [{ title: band, draw }];
}

/** For as long as each warning lasted. */
function drawBands(
  context: Context,
  colors: PlotColors,
  { warnings, view }: Pick<ChartPaper, "warnings" | "view">,
  area: PlotArea,
): void {
  for (const warning of warnings) {
    const band = warningBand(warning, view);
    if (!band) continue;
    const [left, width] = [area.left + band.from * area.width, (band.to - band.from) * area.width];
    fillBand(context, colors.warnings[warning.level], { ...area, left, width }, 0.08);
  }
}

function fillBand(context: Context, color: string, { left, top, width, height }: PlotArea, opacity: number): void {
  context.save();
  context.fillStyle = color;
  context.fillRect(left, top + height - 3, width, 3);
  context.globalAlpha = opacity;
  context.fillRect(left, top, width, height);
  context.restore();
}

interface LineBelow {
  text: string;
  atRight?: string;
}

/** The time and whose chart it is, in one line where both fit; then what hollow points mean, and what is said of the values. */
function linesBelow(context: Context, { footer: [time, owner], late, words }: ChartPaper, width: number): LineBelow[] {
  const bothPx = context.measureText(time).width + entryGapPx + context.measureText(owner).width;
  const isInOne = bothPx <= width - 2 * marginPx;
  const rest = [...(isInOne ? [] : [time, owner]), ...(late === undefined ? [] : [`○ ${late}`]), ...words];
  const lines = rest.flatMap((text) => linesOf(context, text, width).map((line): LineBelow => ({ text: line })));
  return isInOne ? [{ text: time, atRight: owner }, ...lines] : lines;
}

/** A text in lines that fit between the margins, in the font that is set: letters are never squeezed. */
function linesOf(context: Context, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && context.measureText(longer).width > width - 2 * marginPx) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function drawAtRight(context: Context, text: string, top: number, width: number): void {
  context.textAlign = "right";
  context.fillText(text, width - marginPx, top);
  context.textAlign = "left";
}

/** On paper nothing can be pointed at, so each name says what it is measured in. */
function withUnit(title: string, unit: string | undefined): string {
  return unit ? `${title} (${unit})` : title;
}

/** The legend in rows that fit, each entry with its distance from the left. */
function legendRows(entries: readonly LegendEntry[], width: number, measure: (text: string) => number) {
  const rows: PlacedEntry[][] = [[]];
  let left = 0;
  for (const one of entries) {
    const entryPx = swatchPx + 6 + measure(one.title);
    if (left > 0 && left + entryPx > width) {
      rows.push([]);
      left = 0;
    }
    rows.at(-1)!.push({ one, left });
    left += entryPx + entryGapPx;
  }
  return rows;
}

function drawLegendRow(context: Context, colors: PlotColors, row: readonly PlacedEntry[], top: number): void {
  for (const { one, left } of row) {
    one.draw(marginPx + left, top);
    context.fillStyle = colors.text;
    context.fillText(one.title, marginPx + left + swatchPx + 6, top);
  }
}

function drawSwatch(
  context: Context,
  colors: PlotPicture["colors"],
  one: ChartSeries,
  look: SeriesLook | undefined,
  left: number,
  top: number,
): void {
  const color = colors.series[one.color];
  context.save();
  if (one.dashed || one.ghost) context.globalAlpha = 0.6;
  if (isBar(one)) {
    context.fillStyle = patternFill(context, color, colors.surface, look?.pattern ?? "solid");
    context.fillRect(left + 3, top, textPx, textPx);
  } else {
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.setLineDash([...(look?.dash ?? [])]);
    context.beginPath();
    context.moveTo(left, top + textPx / 2);
    context.lineTo(left + swatchPx, top + textPx / 2);
    context.stroke();
  }
  context.restore();
}

/** Its base on the axis, as on the screen. */
/** What is marked on the time axis. */
function drawMarks(context: Context, colors: PlotColors, { warnings, view }: ChartPaper, area: PlotArea): void {
  const bottom = area.top + area.height;
  for (const group of warningGroups(warnings, view, area.width, swatchPx)) {
    const left = area.left + ((group.atMs - view.fromMs) / (view.toMs - view.fromMs)) * area.width;
    if (isOfNotes(group)) drawNote(context, colors.text, left, bottom);
    else drawTriangle(context, colors.warnings[group.level], left, bottom);
  }
}

function drawNote(context: Context, ink: string, left: number, bottom: number): void {
  context.save();
  context.translate(left - 8, bottom - 14);
  context.fillStyle = ink;
  context.fill(new Path2D(notePath));
  context.restore();
}

function drawTriangle(context: Context, color: string, x: number, y: number): void {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x, y - 12);
  context.lineTo(x + 7, y);
  context.lineTo(x - 7, y);
  context.closePath();
  context.fill();
}
