import { type Decision, isWorking, type OutputRequest, requestRanks } from "@offgrid/contract/commands/arbitrate";
import type { OutputChange, OutputValue } from "@offgrid/contract/commands/commands.schema";
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

/** What an output that somebody else has moved keeps of what was known. */
export function worn({ switchedAtMs }: Partial<KnownOutput> = {}): Pick<KnownOutput, "switchedAtMs"> {
  return switchedAtMs === undefined ? {} : { switchedAtMs };
}

/** What the portal is sent about a decision. */
export function changeBy({ value, by, reason, blocked }: Decision): OutputChange {
  const { code, ...more } = reason;
  const ranks = [...new Set(blocked.map(({ kind }) => requestRanks[kind]))];
  return { value, by, reason: code, ...more, ...(ranks.length > 0 && { blocked: ranks }) };
}
