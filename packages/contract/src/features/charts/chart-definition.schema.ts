import { z } from "zod";

import { secondsBelow, seriesPerChart } from "../../core/constants.ts";
import { shownName } from "../../core/shown-name.ts";
import { units } from "../telemetry/metrics.ts";
import { chartAggregates, chartColors, comparedTimes, seriesTypes } from "./chart-choices.ts";
import { chartLimits } from "./chart-limits.ts";
import { ChartFunction, ChartGroup, ChartPeriod, UseIf, containersPerChart } from "./charts.schema.ts";

/** The definition of a chart: what people build, keep and share. From it comes every question that draws it. */

const Id = z.string().min(1).max(64);
/** Names a series within its chart. */
const SeriesId = z.string().regex(/^[a-z0-9]{1,8}$/);

/** Containers of a series: named ones, those of a cluster, or the one (`$container`) or cluster (`$cluster`) of the viewer. */
export const SeriesPlace = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("containers"), ids: z.array(Id).max(containersPerChart) }),
  z.strictObject({ kind: z.literal("cluster"), id: Id }),
  z.strictObject({ kind: z.literal("$container") }),
  z.strictObject({ kind: z.literal("$cluster") }),
]);
export type SeriesPlace = z.infer<typeof SeriesPlace>;

const drawn = {
  id: SeriesId,
  title: z.union([z.literal(""), shownName(chartLimits.nameLength)]).default(""),
  type: z.enum(seriesTypes).default("line"),
  axis: z.enum(["left", "right"]).default("left"),
  /** Drawings stand below each other; the first is 0. */
  plot: z
    .int()
    .min(0)
    .max(chartLimits.plots - 1)
    .default(0),
  unit: z
    .enum(units)
    .optional()
    .describe(
      "Left out, or one that does not fit: that of the metric, after its function. Another fits what was multiplied, a container's own metric, and a quotient",
    ),
  multiply: z.number().min(-chartLimits.multiply).max(chartLimits.multiply).default(1),
  color: z.enum(chartColors).optional().describe("Left out: that of what it measures"),
};

const MetricSeries = z.strictObject({
  ...drawn,
  kind: z.literal("metric"),
  metric: z.string().max(64).describe("Empty: not chosen yet"),
  of: SeriesPlace,
  each: z.boolean().default(false).describe("One line for each container instead of their sum"),
  func: ChartFunction.default("average"),
  useIf: UseIf.default("all"),
});

const FormulaSeries = z.strictObject({
  ...drawn,
  kind: z.literal("formula"),
  op: z.enum(["minus", "over"]).describe("a - b, or a / b, which has a gap where b is 0"),
  a: SeriesId,
  b: SeriesId,
});

export const DefinedSeries = z.discriminatedUnion("kind", [MetricSeries, FormulaSeries]);
export type DefinedSeries = z.infer<typeof DefinedSeries>;
export type MetricSeries = z.infer<typeof MetricSeries>;
export type FormulaSeries = z.infer<typeof FormulaSeries>;

export const ChartCompare = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["none", ...comparedTimes]) }),
  z.strictObject({ kind: z.literal("container"), containerId: Id }),
]);
export type ChartCompare = z.infer<typeof ChartCompare>;

export const ChartThreshold = z.strictObject({
  value: z.number().min(-chartLimits.threshold).max(chartLimits.threshold).describe("In the unit of its axis"),
  axis: z.enum(["left", "right"]).default("left"),
  plot: z
    .int()
    .min(0)
    .max(chartLimits.plots - 1)
    .default(0),
  title: z.union([z.literal(""), shownName(64)]).default(""),
});
export type ChartThreshold = z.infer<typeof ChartThreshold>;

/** Never seconds: what is kept is read again and again. */
const Millis = z.number().min(secondsBelow).max(8e15);

export const ChartDefinition = z
  .strictObject({
    name: z.union([z.literal(""), shownName(chartLimits.nameLength)]),
    period: ChartPeriod.default("today"),
    from: Millis.optional().describe("Epoch ms; of the period `custom`"),
    to: Millis.optional().describe("Epoch ms; of the period `custom`"),
    groupBy: z
      .enum(["auto", ...ChartGroup.options])
      .default("auto")
      .describe("`auto` follows the range"),
    aggregates: z.array(z.enum(chartAggregates)).max(chartAggregates.length).default([]),
    series: z.array(DefinedSeries).max(seriesPerChart),
    compare: ChartCompare.default({ kind: "none" }),
    thresholds: z.array(ChartThreshold).max(chartLimits.thresholds).default([]),
    tags: z.array(shownName(chartLimits.tagLength).min(1)).max(chartLimits.tags).default([]),
  })
  .superRefine(({ period, from, to, series }, context) => {
    const say = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    if (period === "custom" && from === undefined) say(["from"], "Give the beginning.");
    if (period === "custom" && from !== undefined && to !== undefined && from >= to)
      say(["to"], "The end must be after the beginning.");
    const metrics = new Set(series.filter(({ kind }) => kind === "metric").map(({ id }) => id));
    const seen = new Set<string>();
    for (const [index, one] of series.entries()) {
      if (seen.has(one.id)) say(["series", index, "id"], "Two series have this id.");
      seen.add(one.id);
      if (one.kind !== "formula") continue;
      for (const side of ["a", "b"] as const)
        if (!metrics.has(one[side])) say(["series", index, side], "Choose a series that is measured.");
    }
  });
export type ChartDefinition = z.infer<typeof ChartDefinition>;

/** A definition that can be kept: it has a name and something to draw. */
export const KeptDefinition = ChartDefinition.superRefine(({ name, series }, context) => {
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
  if (name === "") say(["name"], "Please fill full fields");
  if (series.length === 0) say(["series"], "Please fill array fields");
  for (const [index, one] of series.entries()) {
    if (one.kind !== "metric") continue;
    if (one.metric === "") say(["series", index, "metric"], "Please fill full fields");
    if (one.of.kind === "containers" && one.of.ids.length === 0)
      say(["series", index, "of"], "Please fill array fields");
  }
});
