import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { noProtection, protectLoads } from "@offgrid/contract/load-protection/protect-loads";

import { type LoadReading, type LoadSteps, newLoadSteps, noteStep, powerOf } from "./load-steps.ts";

/** What a setting would have done, from past readings in the order of time. Pure. */

const quarterMs = 900_000;
const hourMs = 3_600_000;
/** As for the controller: what lies further apart than this, and than three readings, is a gap. */
const shortestGapMs = 60_000;
const gapReadings = 3;

/** What was measured at an instant; undefined: not known. `on` has each load of the setting, in their order. */
export interface PastReading extends LoadReading {
  atMs: number;
  socPercent: number | undefined;
  voltageV: number | undefined;
  batteryW: number | undefined;
}

export interface Span {
  fromMs: number;
  /** Undefined: it goes on. */
  toMs: number | undefined;
  targets: string[];
}

export interface DryRunResult {
  knownMs: number;
  gaps: { fromMs: number; toMs: number }[];
  spans: Span[];
  switchings: number;
  loads: { target: string; hours: number; cuts: number; powerW: number | undefined; isAssumedOn: boolean }[];
  lowest: { atMs: number; measured: number; estimated: number | undefined } | undefined;
}

/** A quarter hour: its lowest charge, and how long each load would have been without power, ms. */
interface Quarter {
  soc: number;
  atMs: number;
  cutMs: number[];
}

export class DryRun {
  readonly #setting: LoadProtection;
  readonly #fromMs: number;
  readonly #spans: Span[] = [];
  readonly #gaps: { fromMs: number; toMs: number }[] = [];
  readonly #quarters = new Map<number, Quarter>();
  readonly #cutMs: number[];
  readonly #cuts: number[];
  readonly #steps: LoadSteps[];
  #state = noProtection;
  #before: PastReading | undefined;
  /** The last instant at which charge or voltage was known. */
  #knownAtMs: number;
  #knownMs = 0;
  #switchings = 0;

  constructor(setting: LoadProtection, fromMs: number) {
    this.#setting = setting;
    this.#fromMs = fromMs;
    this.#knownAtMs = fromMs;
    this.#cutMs = setting.loads.map(() => 0);
    this.#cuts = setting.loads.map(() => 0);
    this.#steps = setting.loads.map(newLoadSteps);
  }

  /** @param everyMs Usual time between two readings. */
  look(reading: PastReading, everyMs: number): void {
    const { atMs, on, socPercent, voltageV, batteryW } = reading;
    const longestMs = Math.max(shortestGapMs, gapReadings * everyMs);
    if (this.#before && atMs - this.#before.atMs <= longestMs) {
      this.#steps.forEach((steps, place) => this.#before && noteStep(steps, place, this.#before, reading));
    }
    this.#before = reading;
    // A look at which nothing is known is no known time, but the controller takes it too, and begins to wait again.
    if (socPercent !== undefined || voltageV !== undefined) this.#know(reading, longestMs);
    const isOn = (target: string) => on[this.#placeOf(target)] ?? true;
    // Consumption of the past does not fall by what is cut only here, so that cuts cannot be judged.
    const { state, news } = protectLoads(
      this.#setting,
      this.#state,
      { socPercent, voltageV, batteryW, isOn, everyMs },
      atMs,
    );
    this.#state = state;
    for (const one of news) if ("target" in one) this.#note(one, atMs);
  }

  result(toMs: number, capacityWh: number | undefined): DryRunResult {
    if (toMs - this.#knownAtMs >= hourMs) this.#gaps.push({ fromMs: this.#knownAtMs, toMs });
    const powers = this.#steps.map(powerOf);
    return {
      knownMs: Math.min(this.#knownMs, toMs - this.#fromMs),
      gaps: this.#gaps,
      spans: this.#spans,
      switchings: this.#switchings,
      loads: this.#setting.loads.map(({ target }, place) => ({
        target,
        hours: (this.#cutMs[place] ?? 0) / hourMs,
        cuts: this.#cuts[place] ?? 0,
        powerW: powers[place],
        isAssumedOn: this.#steps[place]?.isMeasured !== true,
      })),
      lowest: lowestOf([...this.#quarters.values()], powers, this.#cutMs, capacityWh),
    };
  }

  #know(reading: PastReading, longestMs: number): void {
    const { atMs } = reading;
    const sinceMs = atMs - this.#knownAtMs;
    const isKnown = sinceMs <= longestMs;
    if (isKnown) this.#knownMs += sinceMs;
    else if (sinceMs >= hourMs) this.#gaps.push({ fromMs: this.#knownAtMs, toMs: atMs });
    this.#knownAtMs = atMs;
    this.#count(reading, isKnown ? sinceMs : 0);
  }

  #placeOf(target: string): number {
    return this.#setting.loads.findIndex((load) => load.target === target);
  }

  /** How long what is cut has been without the power that it had. */
  #count({ atMs, socPercent, on }: PastReading, sinceMs: number): void {
    const number = Math.floor(atMs / quarterMs);
    const known = this.#quarters.get(number);
    const quarter = known ?? { soc: Infinity, atMs, cutMs: this.#cutMs.map(() => 0) };
    if (!known) this.#quarters.set(number, quarter);
    if (socPercent !== undefined && socPercent < quarter.soc) Object.assign(quarter, { soc: socPercent, atMs });
    for (const { target } of this.#state.cuts) {
      const place = this.#placeOf(target);
      if (on[place] === false) continue;
      this.#cutMs[place] = (this.#cutMs[place] ?? 0) + sinceMs;
      quarter.cutMs[place] = (quarter.cutMs[place] ?? 0) + sinceMs;
    }
  }

  #note({ code, target }: { code: "cut" | "restored"; target: string }, atMs: number): void {
    this.#switchings++;
    const open = this.#spans.at(-1);
    if (code === "cut") {
      const place = this.#placeOf(target);
      this.#cuts[place] = (this.#cuts[place] ?? 0) + 1;
      if (!open || open.toMs !== undefined) this.#spans.push({ fromMs: atMs, toMs: undefined, targets: [target] });
      else if (!open.targets.includes(target)) open.targets.push(target);
    } else if (open && !this.#state.cuts.some(({ wasOn }) => wasOn)) open.toMs = atMs;
  }
}

/**
 * The lowest charge as it was measured, and as it would have been with what the loads did not draw. That is kept until the
 * battery would be full.
 */
function lowestOf(
  quarters: readonly Quarter[],
  powers: readonly (number | undefined)[],
  cutMs: readonly number[],
  capacityWh: number | undefined,
): DryRunResult["lowest"] {
  let lowest: Quarter | undefined;
  let estimated = Infinity;
  let savedWh = 0;
  for (const quarter of quarters) {
    if (quarter.soc === Infinity) continue;
    if (!lowest || quarter.soc < lowest.soc) lowest = quarter;
    if (capacityWh === undefined) continue;
    estimated = Math.min(estimated, quarter.soc + (100 * savedWh) / capacityWh);
    for (const [place, ms] of quarter.cutMs.entries()) savedWh += ((powers[place] ?? 0) * ms) / hourMs;
    savedWh = Math.min(savedWh, ((100 - quarter.soc) / 100) * capacityWh);
  }
  if (!lowest) return undefined;
  // Where nothing would have been cut, it is as it was; of a load whose power is not known, nobody can tell.
  const isKnown = cutMs.every((ms, place) => ms === 0 || powers[place] !== undefined);
  const hasNone = cutMs.every((ms) => ms === 0);
  return {
    atMs: lowest.atMs,
    measured: lowest.soc,
    estimated: hasNone ? lowest.soc : isKnown && Number.isFinite(estimated) ? estimated : undefined,
  };
}
