/** What the portal remembers of one rule at one container. All instants are epoch ms. Data, so that it survives any restart. */

export interface ConditionState {
  /** quiet -> pending -> raised -> settling -> quiet */
  phase: "quiet" | "pending" | "raised" | "settling";
  /** Of one that is pending: true since; of one that is settling: over since. */
  sinceMs: number;
  /** When it was raised last, and when it was over last. */
  raisedMs: number;
  clearedMs: number;
  /** It was so at the first reading that was judged, and is since: since when is not known. */
  isSoFromFirst?: true;
  /** It was judged, and there was no frame yet, or none that had what it looks at. */
  isUnread?: true;
  /** When the values were known last; null: at the last frame. */
  knownMs: number | null;
  isCritical: boolean;
  /** Beyond the critical level since; null: it is not. */
  criticalSinceMs: number | null;
  /** Of one that is critical: back from that level since; null: it is not back. */
  criticalOverMs: number | null;
  /** What its type has to remember, see `read-condition.ts`. */
  memory: ConditionMemory | null;
}

export type ConditionMemory =
  /** Of change: readings of the window, thinned out. */
  | { points: [atMs: number, value: number][] }
  /** Of stuck: the readings that came first, and how many have equalled them. */
  | { first: number[]; sinceMs: number; equal: number; hasMoved: boolean }
  | ExpectedMemory
  | BudgetMemory
  | CutMemory
  /** Of repeats: whether it was so, and the newest instants at which it became so. */
  | { wasMet: boolean; timesMs: readonly number[] }
  /** Of silent metrics: when each had a value last; null: in the last frame. */
  | { seenMs: (number | null)[] };

/** Of expected: the hour that is under way, what days gave for each W/m2 at best, and what came of the last hour. */
export interface ExpectedMemory {
  /** Hours, and spans of five minutes, since 1970: the one that is under way, and that of the last reading. */
  hour: number;
  sample: number;
  /** Readings of the hour, with their sums. */
  count: number;
  yield: number;
  light: number;
  days: readonly (readonly [day: number, best: number])[];
  /** Null: no hour counted yet. */
  percent: number | null;
  /** The end of that hour. */
  atMs: number;
}

/** Of budget: the period that is under way, and how far the meter has grown in it. */
export interface BudgetMemory {
  /** The end of the period. */
  untilMs: number;
  /** In the unit of the meter. */
  used: number;
  /** The last reading that was taken. */
  meter: number;
  meterMs: number;
  /** A lower reading came since: it began again from 0 if the next one is lower too, else that was a fault. */
  isLower: boolean;
}

/** Of cut: only what is not simply supplied is remembered. */
export interface CutMemory {
  isCut: boolean;
  /** Nothing is drawn at a low charge since, at so many readings: a cut if it lasts. */
  lowFromMs: number | null;
  lows: number;
  /** A charge under the cut-off at which loads had power all the same, percent. */
  poweredSoc: number | null;
}

export interface WarningState {
  conditions: ConditionState[];
  /** Since when the rule as a whole is raised; null: it is not. */
  raisedMs: number | null;
  /** When it was over last: episodes do not overlap. */
  clearedMs: number;
  isCritical: boolean;
  /** The newest instants of the last hour at which conditions went from raised to settling or back, or to critical. */
  flaps: number[];
  isFlapping: boolean;
  /** Of one that is raised: since when there is no data; null: there is. */
  blindSinceMs: number | null;
  /** The newest frame that was judged; null: none. */
  watermarkMs: number | null;
}

const quiet: ConditionState = {
  phase: "quiet",
  sinceMs: 0,
  raisedMs: 0,
  clearedMs: 0,
  knownMs: null,
  isCritical: false,
  criticalSinceMs: null,
  criticalOverMs: null,
  memory: null,
};

/**
 * Before anything was judged.
 * @param count How many conditions the rule has.
 * @param fromMs Nothing is raised as of an earlier instant.
 */
export function newWarningState(count: number, fromMs = 0): WarningState {
  return {
    conditions: Array.from({ length: count }, () => quiet),
    raisedMs: null,
    clearedMs: fromMs,
    isCritical: false,
    flaps: [],
    isFlapping: false,
    blindSinceMs: null,
    watermarkMs: null,
  };
}
