import {
  type Decision,
  isOn,
  isWorking,
  type OutputLimit,
  type OutputRequest,
  requestRanks,
} from "@offgrid/contract/commands/arbitrate";
import type { OutputChange, OutputValue } from "@offgrid/contract/commands/commands.schema";
import { recentSwitchings, restsUntilMs } from "@offgrid/contract/commands/switch-wear";
import { longestEmergencyMinutes } from "@offgrid/contract/core/constants";
import { findOutput, type OutputKind, outputKinds } from "@offgrid/contract/devices/output-kinds";

import type { KnownOutput } from "./output-book.ts";

/** What somebody has set stays for so long, whatever rules ask for; its schedule may end it sooner. */
export const holdMs = 4 * 3_600_000;
const longestEmergencyMs = longestEmergencyMinutes * 60_000;

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

/** When an output that becomes this was switched within the last hour: of a level, only what becomes light or dark wears anything. */
export function switchings(before: KnownOutput | undefined, value: OutputValue, nowMs: number): number[] {
  const known = recentSwitchings(before?.switchedAtMs ?? [], nowMs);
  return before && isOn(before.value) !== isOn(value) ? [...known, nowMs] : known;
}

/** Until when it was switched too often to be switched on, epoch ms; undefined: it was not. */
export function restEndMs({ switchedAtMs = [] }: KnownOutput, nowMs: number): number | undefined {
  return restsUntilMs(switchedAtMs, nowMs);
}

/** A clock that was set back makes no hold longer, no emergency run, and no pause. @returns The same where nothing is longer. */
export function steadied(known: KnownOutput, nowMs: number): KnownOutput {
  const changedAtMs = Math.min(known.changedAtMs, nowMs);
  const hold = endingBy(known.hold, nowMs + holdMs);
  const emergency = endingBy(known.emergency ?? null, nowMs + longestEmergencyMs);
  const isSame = changedAtMs === known.changedAtMs && hold === known.hold && emergency === (known.emergency ?? null);
  return isSame ? known : { ...known, changedAtMs, hold, emergency };
}

/** The same, ended no later than this. */
function endingBy<Span extends { untilMs: number }>(span: Span | null, mostMs: number): Span | null {
  return span && span.untilMs > mostMs ? { ...span, untilMs: mostMs } : span;
}

/** What the portal is sent about a decision. */
export function changeBy({ value, by, reason, blocked }: Decision): OutputChange {
  const { code, ...more } = reason;
  const ranks = [...new Set(blocked.map(({ kind }) => requestRanks[kind]))];
  return { value, by, reason: code, ...more, ...(ranks.length > 0 && { blocked: ranks }) };
}

/** People work on what the output feeds. */
export const lockLimit: OutputLimit = { kind: "lock", effect: "keep", by: "controller", reason: { code: "lock" } };

/** People work at the container: nothing is switched on by itself under their hands. */
export const worksLimit: OutputLimit = {
  kind: "lock",
  effect: "stay_off",
  by: "controller",
  reason: { code: "works" },
};
