import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { RefObject } from "react";

import type { TimeRange } from "../ui/period-range.ts";
import type { ChartSeries, ChartWarning, SeriesLook } from "./chart-series.ts";
import type { PlotColors } from "./plot-colors.ts";

/** Where the series are, CSS pixels, and what the left axis reaches from and to there. */
export interface PlotArea {
  left: number;
  top: number;
  width: number;
  height: number;
  low?: number | undefined;
  high?: number | undefined;
}

/** The drawing, for copying it. */
export interface PlotPicture {
  canvas: HTMLCanvasElement;
  colors: PlotColors;
  font: string;
  units: { left: string | undefined; right: string | undefined };
  /** In the canvas. */
  area: PlotArea;
}

/** The reading under the pointer. */
export interface Hover {
  index: number;
  /** The time under the pointer itself, epoch milliseconds. */
  atMs: number;
  left: number;
  /** Width of the picture, CSS pixels. */
  width: number;
  /** Left half of the picture: the tooltip goes to the right of the pointer. */
  toRight: boolean;
}

export interface PlotProps {
  t: readonly number[];
  series: readonly ChartSeries[];
  looks: ReadonlyMap<string, SeriesLook>;
  zone: string;
  locale: LocaleCode;
  /** What is seen of the time axis. */
  view: TimeRange;
  /** All of the time axis. */
  full: TimeRange;
  nights: readonly TimeRange[];
  works: readonly TimeRange[];
  /** Named where the pointer is in the band of one. */
  warnings: readonly ChartWarning[];
  gapMs: number | undefined;
  /** Called with a new view; undefined: back to the whole. */
  onView: (view: TimeRange | undefined) => void;
  /** Called with the place of the plot inside its parent element. */
  onArea: (area: PlotArea) => void;
  /** Filled while there is a drawing. */
  picture: RefObject<PlotPicture | undefined>;
}
