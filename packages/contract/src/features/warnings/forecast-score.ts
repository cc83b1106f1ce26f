/** Whether what a rule warned of has come. Pure. */

export const warningOutcomes = ["came", "avoided", "false", "unknown"] as const;
export type WarningOutcome = (typeof warningOutcomes)[number];

const hourMs = 3_600_000;
/** Forecasts reach so far: what comes later was not meant. */
export const aheadMs = 48 * hourMs;
/** With less of the time known, nobody can say that nothing came. */
const leastKnown = 0.5;

export interface Firing {
  raisedMs: number;
  /** Null: it is open still. */
  clearedMs: number | null;
}

/** A time without power. */
export interface Cut {
  fromMs: number;
}

export interface Judgement {
  outcome: WarningOutcome;
  /** When the loads were cut; undefined: they were not. */
  cameMs: number | undefined;
}

/**
 * @param cuts In any order.
 * @param acts Instants at which somebody or something did what saves energy, or brought some.
 * @param known Share of the time after it in which the readings tell whether loads had power.
 */
export function judgeFiring(
  { raisedMs, clearedMs }: Firing,
  cuts: readonly Cut[],
  acts: readonly number[],
  known: number,
): Judgement {
  const endMs = Math.max(raisedMs + aheadMs, clearedMs ?? raisedMs);
  const within = (atMs: number) => atMs >= raisedMs && atMs <= endMs;
  const came = cuts.map(({ fromMs }) => fromMs).filter(within);
  if (came.length > 0) return { outcome: "came", cameMs: Math.min(...came) };
  if (known < leastKnown) return { outcome: "unknown", cameMs: undefined };
  return { outcome: acts.some(within) ? "avoided" : "false", cameMs: undefined };
}

/** Had one of these warned of a cut before it came? */
export function wasWarned({ fromMs }: Cut, firings: readonly Firing[]): boolean {
  return firings.some(
    ({ raisedMs, clearedMs }) =>
      raisedMs <= fromMs && (fromMs <= raisedMs + aheadMs || clearedMs === null || fromMs <= clearedMs),
  );
}

/** How many there were of each outcome. */
export type Outcomes = Readonly<Partial<Record<WarningOutcome, number>>>;

/** Of the firings whose end is known, the share that was right; null: there is none. What was avoided was right. */
export function precisionOf({ came = 0, avoided = 0, false: wrong = 0 }: Outcomes): number | null {
  const judged = came + avoided + wrong;
  return judged === 0 ? null : (came + avoided) / judged;
}

/** Of the cuts, the share that was warned of; null: there was none. */
export function recallOf({ warned, missed }: { warned: number; missed: number }): number | null {
  return warned + missed === 0 ? null : warned / (warned + missed);
}
