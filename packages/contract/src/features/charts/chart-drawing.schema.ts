import { z } from "zod";

import { units } from "../telemetry/metrics.ts";
import { ChartGroup, numberColumn, valueColumn } from "./charts.schema.ts";

/** Why a series, or a part of it, is not drawn. */
export const drawingFaults = [
  /** It has no metric or no containers yet. */
  "incomplete",
  /** `$container` or `$cluster`, and none was chosen. */
  "no_container",
  "no_cluster",
  /** A container of it, or the one that is compared, is removed or not the viewer's. */
  "gone",
  "compare_gone",
  "cluster_gone",
  /** None of its containers has ever measured it. */
  "not_measured",
  /** Measured once, but not in this range. */
  "no_data",
  /** Single readings of several containers were not taken at the same instants. */
  "raw_sum",
  /** Charges, voltages and other levels of several containers have no sum. */
  "level_sum",
  /** Readings of a meter, each of which is all that it has counted so far, have no sum. */
  "meter_sum",
  /** Only power has an energy, and power that flows both ways one in each direction, none of both at once. */
  "no_energy",
  /** A chart has at most 20 lines. */
  "too_many",
  /** A formula lacks a side, or a side has several lines. */
  "no_side",
  /** A difference of two units, such as volts less watts. */
  "mixed_units",
  /** Single readings cannot be laid over those of another time. */
  "compare_raw",
] as const;
export type DrawingFault = (typeof drawingFaults)[number];

const values = valueColumn("In its unit; null where nothing was measured");

export const DrawnLine = z.object({
  id: z.string().describe("Stays the same for the same definition"),
  series: z.string().describe("The series of the definition that it belongs to"),
  title: z.string(),
  unit: z.enum(units),
  values,
  coverage: z.number().describe("Share of the range that was measured, 0..1"),
  ghost: values.nullable().describe("The same of the time or container that is compared, laid over by local clocks"),
  late: z
    .array(z.tuple([z.number().describe("Epoch ms"), z.number().describe("Epoch ms")]))
    .optional()
    .describe(
      "Stretches, from and to, whose readings came more than ten minutes after they were taken; left out: none, or not looked for, as beyond eight days, 20 containers or in pictures of less than 200 points",
    ),
  adds: z
    .boolean()
    .optional()
    .describe(
      "True: amounts, such as energy, whose sum is that of the range; of power and the like a sum means nothing",
    ),
  clamped: z.boolean().optional().describe("True: a sum in which negative amounts counted as 0"),
});
export type DrawnLine = z.infer<typeof DrawnLine>;

/** A chart as it is drawn: its lines, and why others are missing. */
export const DrawnChart = z.object({
  t: numberColumn("Starts of the groups, or instants of the readings, epoch ms"),
  from: z.number().describe("Epoch ms"),
  to: z.number().describe("Epoch ms"),
  zone: z.string(),
  groupBy: ChartGroup,
  tier: z.enum(["frames", "rollups"]),
  /** Whether values may still come: the range reaches up to now. */
  isOpen: z.boolean(),
  containers: z
    .array(z.string())
    .describe("The names of those that are drawn, in the order of the series; empty where names are not told"),
  lines: z.array(DrawnLine),
  faults: z.array(
    z.object({
      series: z.string(),
      code: z.enum(drawingFaults),
      what: z.string().nullable().describe("The containers that are meant, by name; of mixed_units: the two units"),
    }),
  ),
  compared: z
    .object({
      from: z.number().describe("Epoch ms"),
      to: z.number().describe("Epoch ms"),
      what: z.string().nullable().describe("The container, if it is one; Site 2 and so on where names are not told"),
    })
    .nullable(),
});
export type DrawnChart = z.infer<typeof DrawnChart>;
