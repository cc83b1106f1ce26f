import type { Call } from "@offgrid/contract/core/call";
import { Refusal, type RefusalCode } from "@offgrid/contract/core/refusal";

import type { Actor } from "./actor.ts";
import { boundedChange } from "./audit-size.ts";
import type { Db } from "../core/db.ts";
import { ensureMonths, monthOf } from "../history/tiers/partitions.store.ts";
import { TooMany } from "./limits.ts";

/** What a handler adds about its work, beyond what the pipeline knows. Never a secret. */
export interface AuditNote {
  /** Who or what the call acted on; left out: the id in the input. */
  target?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** In public calls: who the caller turned out to be. */
  who?: { userId?: string; email?: string; role?: string | null };
  /**
   * Of a handler that counts wrong secrets: once more, within a limit whose first one left its line, so this refusal leaves
   * none. Left out: a minute has one line for each reason (`AuditRecorder`).
   */
  isRepeated?: boolean;
  /**
   * Nothing came of the call: it leaves no line. Of public calls, whose lines anyone could add, of a mere look, and of what
   * is asked to be as it is already.
   */
  isNothing?: boolean;
  /** Replaces "ok". */
  result?: string;
}

/** One line before it is written. */
export interface AuditLine extends AuditNote {
  atMs: number;
  action: string;
  address?: string;
  requestId?: string;
  result: string;
}

export async function writeAudit(db: Db, line: AuditLine): Promise<void> {
  // The partition usually exists; an audit line must not fail because no worker created its month ahead.
  await ensureMonths(db, "audit", [monthOf(line.atMs)]);
  await db
    .insertInto("audit")
    .values({
      at: new Date(line.atMs),
      userId: line.who?.userId ?? null,
      email: line.who?.email?.slice(0, 254) || null,
      role: line.who?.role ?? null,
      address: line.address ?? null,
      requestId: line.requestId ?? null,
      action: line.action,
      target: line.target?.slice(0, 128) ?? null,
      before: line.before ? JSON.stringify(boundedChange(line.before)) : null,
      after: line.after ? JSON.stringify(boundedChange(line.after)) : null,
      result: line.result,
    })
    .execute();
}

/** Refused accesses of known people are recorded in reading calls, too. */
const telling: readonly RefusalCode[] = ["forbidden", "confirm_needed", "two_step_needed"];

/** The result to record for a failed call; undefined when it leaves no line: only accesses and changes do. */
export function auditedResult(error: unknown, call: Call | undefined, actor: Actor | null, ran: boolean) {
  const code = error instanceof Refusal ? error.code : "internal";
  if (!call || code === "bad_input") return undefined;
  // A flood is one line, not one per call.
  if (error instanceof TooMany) return call.effect === "write" && error.isFirst ? code : undefined;
  if (actor && telling.includes(code)) return code;
  return call.effect === "write" && ran ? code : undefined;
}

/** The id in an input that names what a call is about. */
export function targetOf(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  for (const key of ["userId", "containerId", "id", "ticketId", "email"]) {
    const value = (input as Record<string, unknown>)[key];
    if (typeof value === "string") return value;
  }
  return undefined;
}
