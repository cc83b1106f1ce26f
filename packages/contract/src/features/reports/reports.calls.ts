import { z } from "zod";

import { type CallMap, ContainerId, Instant, noInput, noOutput } from "../../core/call.ts";
import { secondsBelow } from "../../core/constants.ts";
import { ChartDefinition } from "../charts/chart-definition.schema.ts";
import { reportFiles, reportLimits, previewSkips } from "./report-choices.ts";
import { Report, ReportLetter, ReportPlan } from "./reports.schema.ts";

const id = z.string().min(1).max(64);
const atMs = z.number().min(secondsBelow).max(8e15);

export const reportCalls = {
  reportList: {
    summary: "The caller's own reports by name: when each is sent next, and what came of the last time.",
    access: "charts",
    effect: "read",
    input: noInput,
    output: z.object({ data: z.array(Report) }),
  },
  reportSave: {
    summary:
      "Keep a report, new or changed. It is sent to people whom the caller sees, by mail, each with what they and the caller both may see at that moment.",
    access: "charts",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: id.optional().describe("Left out: it is a new one"),
      plan: ReportPlan,
      people: z.array(z.string().min(1).max(128)).max(reportLimits.people).describe("By id, the caller as well"),
      paused: z.boolean().default(false),
    }),
    output: z.object({ data: Report }),
  },
  reportDelete: {
    summary: "Delete a report of the caller's.",
    access: "charts",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id }),
    output: noOutput,
  },
  reportTest: {
    summary:
      "Send a report as it would be now, kept or not, to the caller alone. Its condition is not asked, and nothing is noted of it.",
    access: "charts",
    effect: "write",
    ownTransaction: true,
    perMinute: 4,
    input: z.strictObject({ plan: ReportPlan }),
    output: z.object({ data: z.object({ to: z.string().describe("The caller's address") }) }),
    errors: ["not_verified"],
  },
  reportPreview: {
    summary:
      "A report as the caller would be sent it now, kept or not: what its mail says, which files go with it, and why it would not be sent. Nothing is sent, and nothing is noted of it.",
    access: "charts",
    effect: "read",
    perMinute: 20,
    input: z.strictObject({ plan: ReportPlan }),
    output: z.object({
      data: z.object({
        letter: ReportLetter,
        files: z
          .array(z.enum(reportFiles))
          .describe("Those that go with the mail; columns only where anything is drawn"),
        skip: z
          .enum(previewSkips)
          .nullable()
          .describe("Why the caller would be sent nothing now; null: it would be sent"),
      }),
    }),
  },
  reportPreviewFile: {
    summary:
      "A file that would go with the mail of a report, as the caller would be sent it now, in the language of the report.",
    access: "charts",
    effect: "read",
    answers: "file",
    perMinute: 10,
    input: z.strictObject({ plan: ReportPlan, format: z.enum(reportFiles) }),
    output: noOutput,
  },
  containerReport: {
    summary:
      "A week or a month of a container as PDF, by the clocks of its place: figures with how much was measured, drawings and a table by day.",
    access: "view",
    effect: "read",
    answers: "file",
    perMinute: 10,
    input: z.strictObject({
      containerId: ContainerId,
      span: z.enum(["week", "month"]).describe("Seven whole days, or a calendar month"),
      before: Instant.optional().describe("The last one that was over then; left out: now"),
    }),
    output: noOutput,
  },
  chartReport: {
    summary: "A chart, kept or not, as PDF: its drawing, its figures with how much was measured, and what is missing.",
    access: "charts",
    effect: "read",
    answers: "file",
    perMinute: 10,
    input: z.strictObject({
      definition: ChartDefinition,
      containerId: ContainerId.optional().describe("For `$container`"),
      clusterId: id.optional().describe("For `$cluster`"),
      from: atMs.optional().describe("Epoch ms; in the place of the period"),
      to: atMs.optional().describe("Epoch ms; in the place of the period"),
    }),
    output: noOutput,
  },
  reportStop: {
    summary:
      "For whoever has the link of a mail: be sent no more reports of the person who set that one up, or again, also once it is deleted. Of one's own reports only that one is meant.",
    access: "public",
    effect: "write",
    perMinute: 20,
    input: z.strictObject({ token: z.string().min(1).max(512), stop: z.boolean().default(true) }),
    output: z.object({
      data: z.object({
        name: z.string().nullable().describe("Of one's own report; null: all reports of another person are meant"),
        isStopped: z.boolean(),
      }),
    }),
  },
} as const satisfies CallMap;
