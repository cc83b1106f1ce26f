import type { Access } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";

import type { Actor } from "./actor.ts";
import { pauseMs } from "./session.ts";

/** How long giving one's password or passkey is good for. */
export const confirmedForMs = 10 * 60_000;
/** Reading may go on for long without it, acting may not. */
const watching: readonly Access[] = ["public", "signed-in", "view", "charts", "tickets", "rules"];

export function isConfirmed(actor: Actor, nowMs: number): boolean {
  return nowMs - actor.confirmedAtMs < confirmedForMs;
}

/** Must the person prove again who they are first? */
export function needsConfirmation(call: Call, actor: Actor, nowMs: number): boolean {
  if (isConfirmed(actor, nowMs)) return false;
  if (call.stepUp) return true;
  // Its owner proved who they are when they made it, for changes without anybody at a screen.
  if (actor.apiToken) return false;
  if (call.effect !== "write" || watching.includes(call.access)) return false;
  // Not proved since the last pause, or this call ends one.
  return actor.confirmedAtMs === 0 || nowMs - actor.usedAtMs >= pauseMs;
}
