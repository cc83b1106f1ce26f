import type { Access } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";

import type { Actor } from "./actor.ts";
import { pauseMs } from "./session.ts";

/** How long one is believed after giving the own password or passkey. */
export const confirmedForMs = 10 * 60_000;
/** Watching may go on for long, acting may not. */
const watching: readonly Access[] = ["public", "signed-in", "view", "charts", "tickets", "rules"];

export function isConfirmed(actor: Actor, nowMs: number): boolean {
  return nowMs - actor.confirmedAtMs < confirmedForMs;
}

/** Must the person first prove again who they are? */
export function needsConfirmation(call: Call, actor: Actor, nowMs: number): boolean {
  if (isConfirmed(actor, nowMs)) return false;
  if (call.stepUp) return true;
  if (call.effect !== "write" || watching.includes(call.access)) return false;
  // Not proved since the last pause, or this call ends one.
  return actor.confirmedAtMs === 0 || nowMs - actor.usedAtMs >= pauseMs;
}
