import { lowSocOf } from "../power-cuts/cut-off.ts";
import { leastLowReadings, loadsSign, lowLastsMs } from "../power-cuts/loads-sign.ts";
import { cutAttribute } from "./cut-attribute.ts";
import { over, type Verdict } from "./verdict.ts";
import type { WarningFrame } from "./warning-frame.ts";
import type { ConditionMemory, CutMemory } from "./warning-state.ts";
import type { WarningCondition } from "./warnings.schema.ts";

/** Whether the loads of a container have no power, by the signs by which every screen tells it. Pure. */

const supplied: CutMemory = { isCut: false, lowFromMs: null, lows: 0, poweredSoc: null };

/** @returns Without a verdict where the readings do not tell. Nothing is remembered of loads that simply have power. */
export function readCut(
  condition: WarningCondition,
  memory: ConditionMemory | null,
  { atMs, valueOf, cutOff }: WarningFrame,
): { verdict: Verdict | undefined; memory: ConditionMemory | null } {
  const before = memory && "lows" in memory ? memory : supplied;
  const { isCut, lowFromMs, poweredSoc } = before;
  const known = { reserveSoc: cutOff?.reserveSoc ?? null, cutSoc: cutOff?.cutSoc ?? null };
  const lowSoc = lowSocOf({ ...known, soc: poweredSoc, isCut: isCut || lowFromMs !== null });
  const sign = loadsSign(valueOf, lowSoc);
  if (sign === undefined) return { verdict: undefined, memory };
  // Nothing is drawn, and the charge does not tell why: what was so before goes on.
  if (sign === "idle") return { verdict: isCut ? cutSince(condition, atMs) : over, memory };
  if (sign === "supplied") return { verdict: over, memory: withPower(memory, valueOf("battery.soc"), known) };
  if (isCut) return { verdict: cutSince(condition, atMs), memory };
  const fromMs = lowFromMs ?? atMs;
  const lows = before.lows + 1;
  const isLong = lows >= leastLowReadings && atMs - fromMs >= lowLastsMs;
  if (sign === "cut" || isLong)
    return { verdict: cutSince(condition, fromMs), memory: { ...supplied, isCut: true, poweredSoc } };
  const after = { ...before, lowFromMs: fromMs, lows: Math.min(lows, leastLowReadings) };
  return { verdict: over, memory: memory && after.lows === before.lows ? memory : after };
}

/** A charge at which loads have power proves every higher cut-off wrong; any other says nothing. */
function withPower(
  memory: ConditionMemory | null,
  soc: number | undefined,
  known: { reserveSoc: number | null; cutSoc: number | null },
): ConditionMemory | null {
  const isLow = soc !== undefined && soc < lowSocOf({ ...known, soc: null, isCut: false });
  if (!isLow) return null;
  // Each that is remembered is written.
  const poweredSoc = Math.floor(soc);
  const isAsBefore =
    memory && "lows" in memory && !memory.isCut && memory.lows === 0 && memory.poweredSoc === poweredSoc;
  return isAsBefore ? memory : { ...supplied, poweredSoc };
}

function cutSince({ critical }: WarningCondition, fromMs: number): Verdict {
  return {
    ...over,
    isBeyond: true,
    isCleared: false,
    isCriticalBeyond: critical !== undefined,
    isCriticalCleared: critical === undefined,
    attribute: cutAttribute,
    fromMs,
  };
}
