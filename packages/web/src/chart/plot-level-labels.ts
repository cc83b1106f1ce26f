import uPlot from "uplot";

import { axisOf, type ChartSeries } from "./chart-series.ts";
import type { PlotColors } from "./plot-colors.ts";
import { spreadLabels } from "./spread-labels.ts";

/** Beside the plot's edge, and around a letter so that it can be read over lines. CSS pixels. */
const [besidePx, haloPx] = [6, 3];

interface LabelSetup {
  series: readonly ChartSeries[];
  colors: PlotColors;
  font: string;
  labelPx: number;
}

/** Writes what each level is above its line, at the side of its axis, no two over each other. */
export function drawLevelLabels(plot: uPlot, { series, colors, font, labelPx }: LabelSetup): void {
  const { ctx, bbox } = plot;
  const levels = series.flatMap((one) => {
    const value = one.values[0];
    if (one.label === undefined || value === null || value === undefined) return [];
    const top = plot.valToPos(value, axisOf(one), true) - bbox.top;
    return top >= 0 && top <= bbox.height ? [{ text: one.label, side: axisOf(one), top }] : [];
  });
  if (levels.length === 0) return;
  const scale = uPlot.pxRatio;
  const apart = (labelPx + 4) * scale;
  const tops = spreadLabels(
    levels.map(({ top }) => top - apart),
    { apart, room: bbox.height - apart },
  );
  ctx.save();
  ctx.font = `${labelPx * scale}px ${font}`;
  ctx.textBaseline = "bottom";
  ctx.lineJoin = "round";
  ctx.lineWidth = haloPx * scale;
  ctx.strokeStyle = colors.surface;
  ctx.fillStyle = colors.text;
  for (const [index, { text, side }] of levels.entries()) {
    ctx.textAlign = side;
    const left = side === "left" ? bbox.left + besidePx * scale : bbox.left + bbox.width - besidePx * scale;
    const bottom = bbox.top + (tops[index] ?? 0) + apart;
    const widest = bbox.width - 2 * besidePx * scale;
    ctx.strokeText(text, left, bottom, widest);
    ctx.fillText(text, left, bottom, widest);
  }
  ctx.restore();
}
