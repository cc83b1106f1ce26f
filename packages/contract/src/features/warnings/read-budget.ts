import { meterGrowth } from "../../core/meter-growth.ts";
import { groupEdges } from "../../core/zone-time.ts";
import type { WarningFrame } from "./warning-frame.ts";
import type { BudgetMemory, ConditionMemory } from "./warning-state.ts";
import type { WarningCondition } from "./warnings.schema.ts";

/** How much of what may be used in a day, a week or a month is used up. Pure. */

/** A meter only grows: readings in between say nothing more, and each that is taken is written. */
const sampleMs = 5 * 60_000;

/**
 * What a meter did while nobody read it counts where it is read again, as it does not get lost.
 * @returns percent of the limit; undefined: it is not known, as the meter was never read or the place has no clock.
 */
export function readBudget(
  { attributes, budget }: WarningCondition,
  memory: ConditionMemory | null,
  { atMs, place, valueOf }: WarningFrame,
): { percent: number | undefined; memory: ConditionMemory | null } {
  const before = memory && "untilMs" in memory ? memory : undefined;
  const meter = valueOf(attributes[0] ?? "");
  if (!budget || !place || meter === undefined) return { percent: undefined, memory };
  const isNew = before === undefined || atMs >= before.untilMs;
  const isDue = isNew || atMs - before.meterMs >= sampleMs;
  const read = isDue ? taken(before, meter, atMs) : before;
  const untilMs = isNew ? groupEdges(atMs, atMs + 1, budget.period, place.zoneName)[1] : undefined;
  const after = untilMs === undefined ? read : { ...read, untilMs };
  return { percent: (100 * after.used) / budget.limit, memory: after };
}

/** What grew over the end of a period belongs to the one in which it is read. */
function taken(before: BudgetMemory | undefined, meter: number, atMs: number): BudgetMemory {
  if (!before) return { untilMs: atMs, used: 0, meter, meterMs: atMs, isLower: false };
  const used = atMs >= before.untilMs ? 0 : before.used;
  if (meter < before.meter && !before.isLower) return { ...before, used, meterMs: atMs, isLower: true };
  const grown = used + meterGrowth(before.meter, meter);
  return { ...before, used: grown, meter, meterMs: atMs, isLower: false };
}
