import { generatorRunsW } from "../energy-state/energy-state.ts";
import type { HourlyOfQuarters } from "./history.store.ts";

/** At which charge a generator starts by itself, as its last days show. Pure. */

export const generatorMetrics = ["generator.on", "generator.power"] as const;

const quartersPerDay = 96;
const lookedAtDays = 14;
/** So many starts at about the same charge, on so many days, are no chance. */
const [fewestStarts, fewestDays] = [5, 4];
/** Of all starts, so that a run by hand or a weekly test changes nothing, and starts at any charge teach nothing. */
const usualShare = 0.7;
/** Starts within this are at about the same charge, and further below it one has not come; points. */
const nearSoc = 5;
/** Of a quarter hour. */
const leastRun = 0.05;

export interface UsualStart {
  /** Percent. */
  soc: number;
  /** How often it started at about that charge. */
  starts: number;
}

/** Below this, percent, a generator that usually starts at a charge has clearly not started. */
export function missedBelow({ soc }: Pick<UsualStart, "soc">): number {
  return soc - nearSoc;
}

type Quarters = Pick<HourlyOfQuarters, "quarters">;

/**
 * The charge at about which the generator has started by itself on the last days; undefined: there is no such charge, or it
 * is not known. What was before a time at which it did not start there does not count.
 * @param hourly Up to now, all over the same quarter hours.
 */
export function usualStart(hourly: {
  "battery.soc": Quarters;
  "generator.on": Quarters;
  "generator.power": Quarters;
}): UsualStart | undefined {
  const column = (name: keyof typeof hourly) => Array.from(hourly[name].quarters).slice(-lookedAtDays * quartersPerDay);
  const [soc, on, power] = [column("battery.soc"), column("generator.on"), column("generator.power")];
  const runs = soc.map((_, quarter) => runsIn(on[quarter], power[quarter]));
  const found = soc.flatMap((_, quarter) => startAt(soc, runs, quarter) ?? []);
  const middle = found.map((start) => start.soc).sort((one, other) => one - other)[Math.floor(found.length / 2)];
  if (middle === undefined) return undefined;
  const missed = soc.findLastIndex(
    (charge, quarter) => charge < missedBelow({ soc: middle }) && runs[quarter] === false && runs[quarter + 1] !== true,
  );
  const since = found.filter(({ quarter }) => quarter > missed);
  const usual = since.filter((start) => Math.abs(start.soc - middle) <= nearSoc);
  const days = new Set(usual.map(({ quarter }) => Math.floor(quarter / quartersPerDay)));
  if (usual.length < Math.max(fewestStarts, usualShare * since.length) || days.size < fewestDays) return undefined;
  return { soc: Math.round(middle), starts: usual.length };
}

/** Does it run in a quarter hour? Undefined: not measured. Its own word counts before its power. */
function runsIn(on = Number.NaN, power = Number.NaN): boolean | undefined {
  if (!Number.isNaN(on)) return on > leastRun;
  return Number.isNaN(power) ? undefined : power > leastRun * generatorRunsW;
}

/** A start in a quarter hour, with the charge at it: while it runs it rises, so that the lower of two means is nearer. */
function startAt(
  soc: readonly number[],
  runs: readonly (boolean | undefined)[],
  quarter: number,
): { quarter: number; soc: number } | undefined {
  if (runs[quarter] !== true || runs[quarter - 1] !== false) return undefined;
  const charge = Math.min(soc[quarter] ?? Number.NaN, soc[quarter - 1] ?? Number.NaN);
  return Number.isNaN(charge) ? undefined : { quarter, soc: charge };
}
