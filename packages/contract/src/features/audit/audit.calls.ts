import { z } from "zod";

import { type CallMap, Instant, listInput, noOutput } from "../../core/call.ts";
import { mostAuditActions } from "./audit-limits.ts";
import { CommandReason, CommandState } from "../commands/commands.schema.ts";

/** One line of the audit. */
export const AuditRow = z.object({
  id: z.string(),
  at: Instant,
  userId: z.string().nullable(),
  /** The address at that time; for a failed sign-in, the address as it was typed. */
  email: z.string().nullable(),
  role: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Name of the call, or what happened outside a call. */
  action: z.string(),
  target: z.string().nullable(),
  before: z.json(),
  after: z.json(),
  /** "ok" or the code of the refusal. */
  result: z.string(),
  /** What has come of the command that it gave; null: it gave none, or one that is no longer kept. */
  command: z.object({ state: CommandState, reason: CommandReason.nullable(), isLate: z.boolean() }).nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** What an id in a line stands for. */
export const AuditName = z.object({
  kind: z.enum([
    "person",
    "container",
    "cluster",
    "role",
    "kit",
    "campaign",
    "command_group",
    "device_type",
    "solar_template",
    "warning_rule",
    "channel",
    "chart",
    "chart_link",
    "report",
    "ticket",
    "ticket_text",
    "incident",
  ]),
  /**
   * Today, or when it was removed; a person without a name is called by the address, and a group command by the output that
   * it switches, such as `relay.3`; a ticket by what stands in its address and its subject.
   */
  name: z.string(),
  /** Of a group command. */
  switched: z.object({ on: z.boolean(), count: z.int().describe("Containers") }).optional(),
  /** Of a person. */
  email: z.string().optional(),
  /** Of what belongs to one person: it is the caller's own, who can open it. */
  isOwn: z.boolean().optional(),
  chartId: z.string().optional().describe("Of a link to a chart, which is called as its chart"),
  incidentId: z.string().optional().describe("Of an incident, or of a warning that is part of one"),
  slug: z.string().optional().describe("Of a ticket that the caller may open: what stands in its address"),
  /** It has been removed. */
  isGone: z.boolean(),
});
export type AuditName = z.infer<typeof AuditName>;

const filter = z.strictObject({
  from: Instant.optional(),
  to: Instant.optional(),
  actions: z.array(z.string().max(64)).min(1).max(mostAuditActions).optional().describe("Any of these"),
  userId: z.string().max(64).optional(),
  /** Group commands count as about each of their containers, too, and what was done for a ticket as about that. */
  target: z.string().max(128).optional(),
  /**
   * "ok": accepted, and its command has not ended otherwise; "refused" and "failed": by the portal or on site; "expired",
   * "cancelled" and "unknown": its command; else one code.
   */
  result: z.string().max(32).optional(),
});

export const auditCalls = {
  auditList: {
    summary:
      "Who did what, newest first; `search` looks in address, action, target, and the names of people and things.",
    access: "audit",
    effect: "read",
    input: z.strictObject({
      page: listInput.page,
      pageSize: listInput.pageSize,
      search: listInput.search,
      filter: filter.optional(),
    }),
    output: z.object({
      data: z.array(AuditRow),
      total: z.int(),
      /** By the ids that these lines hold as actor, target or value; without those of which no name is known. */
      names: z.record(z.string(), AuditName),
    }),
  },
  auditExport: {
    summary: "The same lines as a CSV file, all pages at once.",
    access: "audit",
    effect: "read",
    stepUp: true,
    answers: "file",
    perMinute: 5,
    input: z.strictObject({ search: listInput.search, filter: filter.optional() }),
    output: noOutput,
  },
} satisfies CallMap;
