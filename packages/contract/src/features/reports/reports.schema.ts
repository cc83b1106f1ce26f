import { z } from "zod";

import { ContainerId, Instant } from "../../core/call.ts";
import { clockTime } from "../../core/moments.ts";
import { shownName } from "../../core/shown-name.ts";
import { ZoneName } from "../containers/containers.schema.ts";
import { pauseReasons, reportConditions, reportFiles, reportLimits, skipReasons } from "./report-choices.ts";

const Id = z.string().min(1).max(64);

/** What a report is about. */
export const ReportSubject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("fleet_week") }),
  z.strictObject({ kind: z.literal("container_month"), containerId: ContainerId }),
  z.strictObject({
    kind: z.literal("chart"),
    chartId: Id,
    containerId: ContainerId.optional().describe("For `$container`"),
    clusterId: Id.optional().describe("For `$cluster`"),
  }),
]);
export type ReportSubject = z.infer<typeof ReportSubject>;

export const ReportRepeat = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("day") }),
  z.strictObject({
    kind: z.literal("week"),
    days: z.array(z.int().min(1).max(7)).min(1).max(7).describe("1 is Monday"),
  }),
  z.strictObject({
    kind: z.literal("month"),
    day: z.int().min(1).max(31).describe("The last day where a month is shorter"),
  }),
]);

export const ReportPlan = z.strictObject({
  name: shownName(reportLimits.nameLength).min(1, "Please fill full fields"),
  subject: ReportSubject,
  schedule: z.strictObject({
    time: z.string().regex(clockTime, "Give a time such as 07:00.").describe("As clocks show it there"),
    zone: ZoneName,
    repeat: ReportRepeat,
  }),
  language: z.enum(["en", "fr"]),
  files: z.array(z.enum(reportFiles)).max(reportFiles.length).default([]),
  condition: z.enum(reportConditions).default("always"),
});
export type ReportPlan = z.infer<typeof ReportPlan>;

export const Report = z.object({
  id: Id,
  plan: ReportPlan,
  people: z.array(
    z.object({
      userId: z.string(),
      name: z.string().nullable(),
      stoppedAt: Instant.nullable().describe("They want it no more, and only they can take that back"),
    }),
  ),
  nextAt: Instant.nullable().describe("Null: it is paused"),
  pauseReason: z.enum(pauseReasons).nullable(),
  last: z
    .object({
      dueAt: Instant,
      waiting: z.int(),
      sent: z.int(),
      skipped: z.int(),
      failed: z.int(),
      reason: z
        .enum([...skipReasons, "error"])
        .nullable()
        .describe("Why somebody was sent nothing; `error`: it could not be made, or no mail server took it"),
    })
    .nullable()
    .describe("What came of it when it was due last; null: it never was"),
});
export type Report = z.infer<typeof Report>;

/** What the mail of a report says, part by part, in the language of the report. Numbers carry their unit. */
export const ReportLetter = z.object({
  subject: z.string(),
  hello: z.string().nullable().describe("Null: the reader has given no name"),
  name: z.string(),
  days: z.string().describe("The local days that it is about"),
  about: z.array(z.string()),
  notes: z.array(z.string()).describe("What is left out, and why"),
  figures: z.array(z.object({ label: z.string(), value: z.string(), note: z.string() })),
  tables: z.array(z.object({ title: z.string(), heads: z.array(z.string()), rows: z.array(z.array(z.string())) })),
  query: z.string(),
  open: z.object({ label: z.string(), link: z.string() }).describe("Where the portal shows it"),
  why: z.string().describe("Why the reader gets it"),
  stop: z.string().nullable().describe("What stops it; null: nothing needs to"),
});
export type ReportLetter = z.infer<typeof ReportLetter>;
