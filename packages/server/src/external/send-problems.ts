import type { SendProblem } from "@offgrid/contract/channels/channel-kinds";

import { reasonOf } from "../core/db.ts";
import { retryAfterMs } from "./external-services.ts";
import { type OutgoingAnswer, OutgoingRefused } from "./outgoing.ts";

/** Why something that was sent was not taken. */
export interface Problem {
  problem: SendProblem;
  /** For how long the service asks to be left alone. */
  askedMs?: number;
}

/** @returns undefined: the service took it. */
export function problemIn({ status, headers, text }: OutgoingAnswer, nowMs: number): Problem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 429) {
    const asked = headers["retry-after"] ?? /"retry_after"\s*:\s*(\d+)/.exec(text)?.[1];
    const askedMs = retryAfterMs(asked, nowMs);
    return { problem: "rate_limited", ...(askedMs !== undefined && { askedMs }) };
  }
  return { problem: status === 408 || status >= 500 ? "unreachable" : "refused" };
}

/**
 * What stopped a request or a mail on its way.
 * @throws the error itself, where it is none of these
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof OutgoingRefused) {
    const names = { closed: "closed", away: "unreachable", unanswered: "unanswered", answer: "refused" } as const;
    return { problem: names[error.problem] };
  }
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (responseCode !== undefined) return { problem: responseCode >= 500 ? "refused" : "unreachable" };
  // The whole mail was there, and its server did not say that it has it.
  if (command === "DATA") return { problem: "unanswered" };
  if (code !== undefined) return { problem: "unreachable" };
  throw new Error(reasonOf(error), { cause: error });
}
