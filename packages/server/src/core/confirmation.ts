import type { Access } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";

import type { Actor } from "./actor.ts";

/** How long one is believed after giving the own password or passkey. */
export const confirmedForMs = 10 * 60_000;
/** Without use for this long, control, configuration and people ask who is there. */
const unusedMs = 30 * 60_000;
/** Watching may go on for long, acting may not. */
const watching: readonly Access[] = ["public", "signed-in", "view", "charts", "tickets", "rules"];

export function isConfirmed(actor: Actor, nowMs: number): boolean {
  return nowMs - actor.confirmedAtMs < confirmedForMs;
}

/** Must the person first prove again who they are? */
export function needsConfirmation(call: Call, actor: Actor, nowMs: number): boolean {
  if (isConfirmed(actor, nowMs)) return false;
  if (call.stepUp) return true;
  return call.effect === "write" && !watching.includes(call.access) && nowMs - actor.usedAtMs >= unusedMs;
}
