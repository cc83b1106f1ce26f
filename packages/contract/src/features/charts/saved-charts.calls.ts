import { z } from "zod";

import { type CallMap, ContainerId, Instant, noInput, noOutput } from "../../core/call.ts";
import { secondsBelow } from "../../core/constants.ts";
import { ChartDefinition, KeptDefinition } from "./chart-definition.schema.ts";
import { DrawnChart } from "./chart-drawing.schema.ts";
import { containersPerChart } from "./charts.schema.ts";

const ChartId = z.string().min(1).max(64);
const clusterId = z.string().min(1).max(64);

/** Who else sees a chart: people of these roles who share a container with its owner, and these people. */
export const ChartReaders = z.strictObject({
  roles: z.array(z.string().min(1).max(64)).max(20).default([]),
  people: z.array(z.string().min(1).max(64)).max(50).default([]),
});
export type ChartReaders = z.infer<typeof ChartReaders>;

export const SavedChart = z.object({
  id: ChartId,
  definition: ChartDefinition,
  version: z.int().describe("Rises with every change"),
  owner: z.object({ name: z.string().nullable() }),
  isOwn: z.boolean().describe("The caller made it and may change it; others copy it"),
  readers: z
    .object({
      roles: z.array(z.string()),
      people: z.array(z.object({ userId: z.string(), name: z.string().nullable() })),
    })
    .nullable()
    .describe("Null: it is somebody else's"),
  links: z.int().describe("Links in force; 0 of somebody else's chart"),
  createdAt: Instant,
  updatedAt: Instant,
});
export type SavedChart = z.infer<typeof SavedChart>;

const instant = z.number().min(secondsBelow).max(8e15);

/** What is drawn: the chart, for whom its placeholders stand, and which part of time. */
const drawing = {
  definition: ChartDefinition,
  containerId: ContainerId.optional().describe("For `$container`"),
  clusterId: clusterId.optional().describe("For `$cluster`"),
  from: instant.optional().describe("Epoch ms; in the place of the period"),
  to: instant.optional().describe("Epoch ms; in the place of the period"),
};

/** "events": what happened at its containers, as CSV, which has one table for each file. */
export const savedChartFormats = ["csv", "events", "xlsx", "json"] as const;

/** What happened at a container of a chart, as JSON has it: a warning, works and a note are one each. */
export const ChartFileEvent = z.object({
  at: z.number().describe("When it happened, began, or was raised, epoch ms"),
  container: z.string().describe("By name"),
  level: z.enum(["info", "warning", "critical"]),
  text: z.string().describe("In the language of the file"),
  since: z.number().nullable().describe("Of a warning and of works: since when it was so, epoch ms"),
  ended: z.number().nullable().describe("When it was over, epoch ms; null: it is not, or has no length"),
});
export type ChartFileEvent = z.infer<typeof ChartFileEvent>;

export const savedChartCalls = {
  chartList: {
    summary: "The caller's own charts, and those that others share with the caller, by name.",
    access: "charts",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(SavedChart) }),
  },
  chartGet: {
    summary: "One chart. Of somebody else's, containers that the caller does not see have no name.",
    access: "charts",
    effect: "read",
    input: z.strictObject({ id: ChartId }),
    output: z.object({ data: SavedChart }),
  },
  chartSave: {
    summary:
      "Keep a chart, new or changed. Whoever changes one says which version was opened, so that two editors do not overwrite each other.",
    access: "charts",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: ChartId.optional().describe("Left out: it is a new one"),
      version: z.int().min(1).optional().describe("The version that was changed"),
      definition: KeptDefinition,
      readers: ChartReaders.optional().describe("Left out: they stay as they are; of a new chart: nobody"),
    }),
    output: z.object({ data: z.object({ id: ChartId, version: z.int() }) }),
    errors: ["chart_changed", "charts_full"],
  },
  chartDelete: {
    summary: "Delete a chart, or take that back within 30 days. Its links end with it and come back with it.",
    access: "charts",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: ChartId, undo: z.boolean().default(false) }),
    output: noOutput,
    errors: ["charts_full"],
  },
  chartDraw: {
    summary:
      "A chart drawn from its definition, kept or not: lines, formulas, what is laid over it, and in words of code what cannot be drawn and why.",
    access: "charts",
    effect: "read",
    ahead: true,
    input: z.strictObject({
      ...drawing,
      points: z.int().min(10).max(5_000).default(1_500).describe("At most so many per line; coarser groups are taken"),
    }),
    output: z.object({ data: DrawnChart }),
  },
  chartExport: {
    summary:
      "The same as a file: TimeStamp (epoch ms), Datetime (local, day/month/year) and a column per line with its unit. A spreadsheet has the events of its containers, with notes and warnings, on a second sheet, and `events` is a CSV of them alone. JSON has them in `events`: `at`, `since` and `ended` (epoch ms), `container`, `level` and `text`; of many the newest, all from `eventsFrom` on.",
    access: "charts",
    effect: "read",
    answers: "file",
    perMinute: 5,
    input: z.strictObject({ ...drawing, format: z.enum(savedChartFormats) }),
    output: noOutput,
  },
  chartMetrics: {
    summary:
      "What containers measure, to choose from: each metric with how many of them have it, and the last value where there is one container.",
    access: "charts",
    effect: "read",
    input: z.strictObject({
      containerIds: z.array(ContainerId).max(containersPerChart).default([]),
      clusterId: clusterId.optional(),
    }),
    output: z.object({
      containers: z.int(),
      data: z.array(
        z.object({
          metric: z.string(),
          containers: z.int().describe("How many of them have ever sent it"),
          value: z
            .number()
            .nullable()
            .describe("In the unit of its metric; null where several containers have it, or none lately"),
          at: Instant.nullable(),
        }),
      ),
    }),
  },
} as const satisfies CallMap;
