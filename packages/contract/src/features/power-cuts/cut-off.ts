import { defaultReserveSoc } from "../forecast/default-reserve.ts";
import type { CutOff } from "../energy-state/energy-state.schema.ts";

/** The charge at which the loads of a container are cut, by what is known of it. Pure. */

/** What is assumed where nothing is known, and where loads still have power below that. */
const assumedCutOffs = [defaultReserveSoc, 10, 5, 0] as const;

/** What tells the cut-off of a container; charges in percent, null where nothing is known. */
export interface CutOffInputs {
  /** As set: the charge that should not be used up. */
  reserveSoc: number | null;
  /** As learned from cuts. */
  cutSoc: number | null;
  /** The latest one. */
  soc: number | null;
  /** The loads have no power at that charge. */
  isCut: boolean;
}

/**
 * State of charge at which loads are cut, and how that is known: the one rule, for ingest, history and forecast. A charge
 * at which loads have power proves every higher cut-off wrong.
 */
export function cutOffOf({ reserveSoc, cutSoc, soc, isCut }: CutOffInputs): CutOff {
  const isPossible = (cutOff: number) => isCut || soc === null || cutOff <= soc;
  // What was seen is better than what was set, which may be the charge that someone wants to keep.
  if (cutSoc !== null && isPossible(cutSoc)) return { soc: cutSoc, from: "learned" };
  // A cut that was seen was one, though it does not tell the charge at the next.
  const seen = cutSoc === null ? {} : { seenSoc: cutSoc };
  if (reserveSoc !== null && isPossible(reserveSoc)) return { soc: reserveSoc, from: "setting", ...seen };
  return { soc: assumedCutOffs.find(isPossible) ?? 0, from: "assumed", ...seen };
}

/** What tells the reserve of a container beside its cut-off; charges in percent. */
export interface ReserveInputs extends CutOffInputs {
  /** Below which its load protection cuts loads; null: it has none, or it is not known. */
  protectionSoc: number | null;
}

/**
 * The charge that should not be used up, percent: the highest at which its loads are cut, by load protection or for want of
 * charge, and never below what was set, or else assumed. The one line by which screens call a charge low.
 */
export function reserveOf({ protectionSoc, ...known }: ReserveInputs): number {
  return Math.max(known.reserveSoc ?? defaultReserveSoc, protectionSoc ?? 0, cutOffOf(known).soc);
}

/** Devices cut by a voltage, so that the charge at which they do differs from one cut to the next, points. */
const cutSpread = 2;

/**
 * State of charge up to which loads that draw nothing may be cut, percent: somewhat above what was learned, though by that
 * never above what is assumed where nothing was, or pauses a little higher each time would teach ever higher ones.
 */
export function lowSocOf(inputs: CutOffInputs): number {
  const { reserveSoc, cutSoc, soc, isCut } = inputs;
  const isPossible = isCut || soc === null || cutSoc === null || cutSoc <= soc + cutSpread;
  if (cutSoc === null || !isPossible) return cutOffOf(inputs).soc;
  return Math.max(cutSoc, Math.min(cutSoc + cutSpread, highestAssumed(reserveSoc)));
}

function highestAssumed(reserveSoc: number | null): number {
  return Math.max(reserveSoc ?? 0, defaultReserveSoc);
}

/** What is remembered of cuts, charges in percent. */
export interface RememberedCuts extends Pick<CutOffInputs, "reserveSoc" | "cutSoc"> {
  /** When cuts began, as far as they are remembered. */
  beganSocs: readonly number[];
}

/**
 * The same charge for readings of any time in the past: that of the highest cut that is remembered. What the present
 * charge proves wrong may have been right then. One cut by a switch at a high charge says nothing.
 */
export function pastLowSocOf({ reserveSoc, cutSoc, beganSocs }: RememberedCuts): number {
  const began = [...beganSocs.filter((soc) => soc <= highestAssumed(reserveSoc)), ...(cutSoc === null ? [] : [cutSoc])];
  return lowSocOf({ reserveSoc, cutSoc: began.length > 0 ? Math.max(...began) : null, soc: null, isCut: false });
}
