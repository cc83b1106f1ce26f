import { z } from "zod";

import { type CallMap, Instant, listInput, noOutput } from "../../core/call.ts";

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
});
export type AuditRow = z.infer<typeof AuditRow>;

/** A line as the list answers it: with what its target is called today. */
export const AuditListRow = AuditRow.extend({
  /** Undefined: the target is nothing that has a page, or it is gone. */
  targetIs: z.object({ kind: z.enum(["person", "container", "cluster"]), name: z.string() }).optional(),
});
export type AuditListRow = z.infer<typeof AuditListRow>;

const filter = z.strictObject({
  from: Instant.optional(),
  to: Instant.optional(),
  action: z.string().max(64).optional(),
  userId: z.string().max(64).optional(),
  target: z.string().max(128).optional(),
  /** "ok", "refused" (anything else), or one code. */
  result: z.string().max(32).optional(),
});

export const auditCalls = {
  auditList: {
    summary: "Who did what, newest first; `search` looks in address, action and target.",
    access: "audit",
    effect: "read",
    input: z.strictObject({
      page: listInput.page,
      pageSize: listInput.pageSize,
      search: listInput.search,
      filter: filter.optional(),
    }),
    output: z.object({ data: z.array(AuditListRow), total: z.int() }),
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
