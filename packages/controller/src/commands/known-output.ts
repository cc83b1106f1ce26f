import { isWorking, type OutputRequest } from "@offgrid/contract/commands/arbitrate";
import type { OutputValue } from "@offgrid/contract/commands/commands.schema";
import { findOutput, type OutputKind, outputKinds } from "@offgrid/contract/devices/output-kinds";

import type { KnownOutput } from "./output-book.ts";

/** What people's commands, a hand on site and an emergency run ask of an output that is known. Pure. */
export function requestsOf(known: KnownOutput): OutputRequest[] {
  const { emergency } = known;
  if (!emergency) return usualRequestsOf(known);
  const reason = { code: "emergency" } as const;
  return [{ kind: "hold", order: -1, ...emergency, reason, value: true, isEmergency: true }, ...usualRequestsOf(known)];
}

function usualRequestsOf({ left, hold }: KnownOutput): OutputRequest[] {
  const asLeft: OutputRequest = {
    kind: "default",
    order: 0,
    by: left.by,
    reason: { code: "as_left" },
    value: left.value,
  };
  if (!hold) return [asLeft];
  const { by, isHand, untilMs } = hold;
  const code = isHand ? "hand" : "command";
  return [{ kind: "hold", order: isHand ? 0 : 1, by, reason: { code }, value: left.value, untilMs }, asLeft];
}

/** Since when an output that becomes this has been working, or not: what goes on begins no time again. */
export function changedAt(before: KnownOutput | undefined, value: OutputValue, nowMs: number): number {
  return before && isWorking(before.value) === isWorking(value) ? before.changedAtMs : nowMs;
}

/** What wears by being started soon after it was stopped, whatever its driver knows of it. */
export function leastOff(target: string): number {
  const output = findOutput(target);
  const kind: OutputKind | undefined = output && outputKinds[output.kind];
  return kind?.minOffMs ?? 0;
}
