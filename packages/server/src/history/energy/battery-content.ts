/**
 * What the content of a battery came from. Whatever charges it is mixed with what it holds, and what it gives has the
 * mix that it holds then. Pure.
 */

/** "unknown": charged before anything was measured, or by what is not measured. */
export const chargeSources = ["sun", "generator", "grid", "unknown"] as const;
export type ChargeSource = (typeof chargeSources)[number];
export type BySource = Readonly<Record<ChargeSource, number>>;

export interface BatteryContent {
  /** Wh that are known to be in it; 0 once it has given all of that. */
  wh: number;
  /** Shares of the content, or of what it held last; together 1. */
  mix: BySource;
}

/** Of a battery that nothing is known of. */
export const unknownContent: BatteryContent = { wh: 0, mix: { sun: 0, generator: 0, grid: 0, unknown: 1 } };

/** Powers of a load's sources, W, at least 0. */
export interface Sources {
  sun: number;
  generator: number;
  grid: number;
}

/** What charges the battery, as shares: what the load leaves of its sources. */
export function chargeMix(left: Sources): BySource {
  const all = left.sun + left.generator + left.grid;
  if (all <= 0) return unknownContent.mix;
  return { sun: left.sun / all, generator: left.generator / all, grid: left.grid / all, unknown: 0 };
}

/** A span in which the battery first gave and then took energy, Wh. */
export function after({ wh, mix }: BatteryContent, givenWh: number, takenWh: number, from: BySource): BatteryContent {
  const left = Math.max(0, wh - givenWh);
  const sum = left + takenWh;
  if (takenWh <= 0 || sum <= 0) return { wh: left, mix };
  const of = (source: ChargeSource) => (mix[source] * left + from[source] * takenWh) / sum;
  return {
    wh: sum,
    mix: { sun: of("sun"), generator: of("generator"), grid: of("grid"), unknown: of("unknown") },
  };
}

/** What a battery is known to hold when a span begins, and which share of what it takes it gives back. */
export interface BatteryStart {
  content: BatteryContent;
  kept: number;
}

/** Between two readings: what the battery gave and took, Wh, and what charged it. */
export interface BatteryStep {
  givenWh: number;
  takenWh: number;
  from: BySource;
}

/** Less than this is no battery that is used, but one of which too little was seen. */
const leastKept = 0.7;

/** The share of what a battery takes that it gives back, from what it took and gave over some days. */
export function keptShare(steps: readonly BatteryStep[]): number {
  const given = steps.reduce((sum, { givenWh }) => sum + givenWh, 0);
  const taken = steps.reduce((sum, { takenWh }) => sum + takenWh, 0);
  return taken > 0 ? Math.min(1, Math.max(leastKept, given / taken)) : 1;
}
