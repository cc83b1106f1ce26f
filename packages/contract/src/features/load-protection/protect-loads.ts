import { isHole } from "../../core/hole.ts";
import type { OutputLimit } from "../commands/arbitrate.ts";
import type { LowSide } from "../commands/commands.schema.ts";
import type { LoadProtection, ProtectionState } from "./load-protection.schema.ts";

/** A cut has had an effect when the loads draw less by this, W, and by this share. */
const leastEffectW = 10;
const leastEffectShare = 0.02;
/** So many cuts in a row without effect, and cutting is not what helps. */
const mostFutileCuts = 2;

export const noProtection: ProtectionState = {
  cuts: [],
  movedAtMs: null,
  since: null,
  seenAtMs: null,
  isJudging: false,
  futileCuts: 0,
  isStopped: false,
};

/** What is measured at an instant; undefined: not known now. */
export interface ProtectionReading {
  socPercent?: number | undefined;
  voltageV?: number | undefined;
  /** Positive while charging. */
  batteryW?: number | undefined;
  /** What all loads draw. */
  loadW?: number | undefined;
  /** Whether an output is on; undefined: not known. */
  isOn: (target: string) => boolean | undefined;
  /** Time between two looks. */
  everyMs: number;
}

export type ProtectionNews = { code: "cut" | "restored"; target: string } | { code: "stopped" };

/**
 * One look at the battery: cuts or gives back one load at most. Where neither charge nor voltage is known, everything stays
 * as it is.
 */
export function protectLoads(
  settings: LoadProtection,
  before: ProtectionState,
  reading: ProtectionReading,
  nowMs: number,
): { state: ProtectionState; news: readonly ProtectionNews[] } {
  const kept = withoutUncuttable(settings, notLater(before, nowMs));
  const news: ProtectionNews[] = kept.released.map((target) => ({ code: "restored", target }));
  const timed = withTime(settings, kept.state, reading, nowMs);
  const delayMs = settings.delaySeconds * 1000;
  const isDue = nowMs - (timed.movedAtMs ?? -Infinity) >= delayMs;
  const lastsMs = timed.since ? nowMs - timed.since.atMs : 0;
  const judged = isDue ? withEffect(timed, reading) : timed;
  if (judged.isStopped && !timed.isStopped) news.push({ code: "stopped" });

  if (!settings.enabled) return isDue ? restoreOne(judged, news, nowMs) : { state: judged, news };
  if (!isDue || lastsMs < delayMs) return { state: judged, news };
  if (judged.since?.is === "recovered") return restoreOne(judged, news, nowMs);
  const isDraining = reading.batteryW === undefined || reading.batteryW < 0;
  if (judged.since?.is !== "low" || judged.isStopped || !isDraining) return { state: judged, news };
  return cutOne(settings, judged, reading, news, nowMs);
}

/** What protection asks of the outputs. */
export function protectionLimits(settings: LoadProtection, { cuts }: ProtectionState): Map<string, OutputLimit> {
  const { restoreSoc, cutSoc, cutVoltage } = settings;
  const because = (low: LowSide | null): OutputLimit["reason"] => {
    const limit = low === "charge" ? cutSoc : low === "voltage" ? cutVoltage : null;
    return { code: "protection", restoreSoc, ...(low !== null && { low }), ...(limit !== null && { limit }) };
  };
  return new Map(
    cuts.map(({ target, low }): [string, OutputLimit] => [
      target,
      { kind: "protection", effect: "off", by: "loadProtection", reason: because(low) },
    ]),
  );
}

/** A clock that was set back must not stop protection until it has caught up. */
function notLater(state: ProtectionState, nowMs: number): ProtectionState {
  const { movedAtMs, since } = state;
  return {
    ...state,
    movedAtMs: movedAtMs === null ? null : Math.min(movedAtMs, nowMs),
    since: since && { ...since, atMs: Math.min(since.atMs, nowMs) },
  };
}

/** Loads that settings no longer let be cut come back at once. */
function withoutUncuttable({ loads }: LoadProtection, state: ProtectionState) {
  const mayBeCut = ({ target }: { target: string }) => loads.some((load) => load.target === target && !load.neverCut);
  const cuts = state.cuts.filter(mayBeCut);
  if (cuts.length === state.cuts.length) return { state, released: [] };
  const released = state.cuts.filter((cut) => cut.wasOn && !mayBeCut(cut)).map(({ target }) => target);
  return { state: settled({ ...state, cuts, isJudging: false }), released };
}

/** Since when the battery has been low or full enough; a gap in what is measured begins again. */
function withTime(
  settings: LoadProtection,
  state: ProtectionState,
  reading: ProtectionReading,
  nowMs: number,
): ProtectionState {
  const is = batteryLevel(settings, reading);
  const { since, seenAtMs } = state;
  const goesOn = seenAtMs !== null && !isHole(nowMs - seenAtMs, reading.everyMs);
  if (is === undefined) return { ...state, seenAtMs: nowMs, since: null };
  return { ...state, seenAtMs: nowMs, since: since?.is === is && goesOn ? since : { is, atMs: nowMs } };
}

/** Low where one of charge and voltage is; recovered where both are, of those that are known. */
function batteryLevel(
  { cutSoc, restoreSoc, cutVoltage, restoreVoltage }: LoadProtection,
  { socPercent, voltageV }: ProtectionReading,
): "low" | "recovered" | undefined {
  const levels: { value: number; cut: number; restore: number }[] = [];
  if (socPercent !== undefined) levels.push({ value: socPercent, cut: cutSoc, restore: restoreSoc });
  if (voltageV !== undefined && cutVoltage !== null && restoreVoltage !== null)
    levels.push({ value: voltageV, cut: cutVoltage, restore: restoreVoltage });
  if (levels.some(({ value, cut }) => value < cut)) return "low";
  return levels.length > 0 && levels.every(({ value, restore }) => value >= restore) ? "recovered" : undefined;
}

/** Which of both is low; the charge, where both are. */
export function lowSide(
  { cutSoc, cutVoltage }: Pick<LoadProtection, "cutSoc" | "cutVoltage">,
  { socPercent, voltageV }: Pick<ProtectionReading, "socPercent" | "voltageV">,
): LowSide | null {
  if (socPercent !== undefined && socPercent < cutSoc) return "charge";
  return voltageV !== undefined && cutVoltage !== null && voltageV < cutVoltage ? "voltage" : null;
}

/** Whether the last cut has helped; where loads are not measured, nobody knows, and it does not count. */
function withEffect(state: ProtectionState, { loadW }: ProtectionReading): ProtectionState {
  if (!state.isJudging) return state;
  const beforeW = state.cuts.at(-1)?.beforeW ?? null;
  if (beforeW === null || loadW === undefined) return { ...state, isJudging: false };
  const hasHelped = beforeW - loadW >= Math.max(leastEffectW, beforeW * leastEffectShare);
  const futileCuts = hasHelped ? 0 : state.futileCuts + 1;
  return { ...state, isJudging: false, futileCuts, isStopped: state.isStopped || futileCuts >= mostFutileCuts };
}

/** The next load that has power; those before it without power are kept from getting any. */
function cutOne(
  settings: LoadProtection,
  state: ProtectionState,
  reading: ProtectionReading,
  news: readonly ProtectionNews[],
  nowMs: number,
) {
  const { isOn, loadW } = reading;
  const left = settings.loads.filter(
    ({ target, neverCut }) => !neverCut && !state.cuts.some((cut) => cut.target === target),
  );
  const place = left.findIndex(({ target }) => isOn(target) === true);
  const taken = place < 0 ? left : left.slice(0, place + 1);
  if (taken.length === 0) return { state, news };
  const low = lowSide(settings, reading);
  const cuts = taken.map(({ target }, index) => ({ target, low, wasOn: index === place, beforeW: loadW ?? null }));
  const target = left[place]?.target;
  return {
    state: { ...state, cuts: [...state.cuts, ...cuts], movedAtMs: nowMs, isJudging: target !== undefined },
    news: target === undefined ? news : [...news, { code: "cut", target } as const],
  };
}

/** The load that was cut last; those without power that were kept from getting any are let go with it. */
function restoreOne(state: ProtectionState, news: readonly ProtectionNews[], nowMs: number) {
  const place = state.cuts.findLastIndex(({ wasOn }) => wasOn);
  const target = state.cuts[place]?.target;
  if (state.cuts.length === 0) return { state: settled(state), news };
  const cuts = state.cuts.slice(0, Math.max(0, place));
  return {
    state: settled({ ...state, cuts, movedAtMs: nowMs, isJudging: false }),
    news: target === undefined ? news : [...news, { code: "restored", target } as const],
  };
}

/** With all loads back it begins afresh. */
function settled(state: ProtectionState): ProtectionState {
  return state.cuts.length > 0 ? state : { ...state, isJudging: false, futileCuts: 0, isStopped: false };
}
