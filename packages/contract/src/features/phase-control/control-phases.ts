import type { OutputLimit, OutputRequest } from "../commands/arbitrate.ts";
import type { PassedLimit } from "../commands/commands.schema.ts";
import { isHole } from "../../core/hole.ts";
import { type PhaseNumber, phaseTarget } from "./phase-bounds.ts";
import type { KeptPhase, PhaseControl, PhaseControlState, PhaseSetting } from "./phase-control.schema.ts";

/** After it drew too much, a phase comes back for a try; the pause doubles while that goes wrong. */
const shortestPauseMs = 5 * 60_000;
const longestPauseMs = 60 * 60_000;
/** A phase that has been back for so long without drawing too much begins again with the shortest pause. */
const calmMs = 60 * 60_000;
/** A phase comes back into a total only where so much of it stays free, and needs no more than this share for that. */
const usableShare = 0.9;
const mostNeededShare = 0.5;

export const noPhaseControl: PhaseControl = { mode: "off", totalW: null, delaySeconds: 30, phases: [] };
export const noPhaseKept: PhaseControlState = { kept: [], since: {}, overloads: [], movedAtMs: null, seenAtMs: null };

/** What is measured at an instant; undefined: not known now. */
export interface PhaseReading {
  socPercent?: number | undefined;
  /** Positive while charging. */
  batteryW?: number | undefined;
  powerW: (phase: PhaseNumber) => number | undefined;
  /** Whether a phase is connected. */
  isOn: (phase: PhaseNumber) => boolean | undefined;
  /** Time between two looks. */
  everyMs: number;
}

/** An instant, with the phases that are controlled, the least important first. */
interface Look {
  settings: PhaseControl;
  reading: PhaseReading;
  nowMs: number;
  phases: readonly PhaseSetting[];
}

/**
 * One look at the phases: disconnects or gives back one of them at most. First the limits of each phase count, then what
 * all may draw together. What is not known disconnects nothing.
 */
export function controlPhases(
  settings: PhaseControl,
  before: PhaseControlState,
  reading: PhaseReading,
  nowMs: number,
): PhaseControlState {
  const phases = settings.phases.toSorted((one, other) => other.priority - one.priority);
  const look: Look = { settings, reading, nowMs, phases: settings.mode === "off" ? [] : phases };
  const timed = withTime(look, notLater(before, nowMs));
  const state = withoutPower(look, timed);
  if (nowMs - (state.movedAtMs ?? -Infinity) < settings.delaySeconds * 1000) return state;
  const over = nextToDisconnect(look, state);
  if (over) return disconnected(state, over);
  const back = nextToReturn(look, state);
  return back ? returned(state, back, nowMs) : state;
}

/** What phase control does not allow. */
export function phaseLimits(settings: PhaseControl, state: PhaseControlState): Map<string, OutputLimit> {
  const limits = state.kept.filter(isLimited).map((phase): [string, OutputLimit] => {
    const setting = phase.of === "charge" ? settings.phases.find(({ id }) => id === phase.id) : undefined;
    const restoreSoc = setting?.restoreSoc ?? undefined;
    const reason = {
      code: "phase_limit",
      passed: passedBy(phase),
      ...(restoreSoc !== undefined && { restoreSoc }),
      ...triedAgain(settings, state, phase),
    } as const;
    return [phaseTarget(phase.id), { kind: "protection", effect: "off", by: "phaseControl", reason }];
  });
  return new Map(limits);
}

/** What phase control asks for: that the less important phases leave the total to the others. */
export function phaseRequests(settings: PhaseControl, state: PhaseControlState): Map<string, OutputRequest> {
  const others = state.kept.filter((phase) => !isLimited(phase));
  const requests = others.map((phase): [string, OutputRequest] => {
    const order = settings.phases.find(({ id }) => id === phase.id)?.priority ?? 0;
    const reason = { code: "phases", passed: passedBy(phase), ...triedAgain(settings, state, phase) } as const;
    return [phaseTarget(phase.id), { kind: "phases", order, by: "phaseControl", reason, value: false }];
  });
  return new Map(requests);
}

function passedBy({ of, limit, measured }: KeptPhase): PassedLimit {
  return { of, limit, measured };
}

/** What people want to know of a phase that drew too much: how often in a row, and when it is tried again at the earliest. */
function triedAgain({ delaySeconds }: PhaseControl, state: PhaseControlState, { id, of, atMs }: KeptPhase) {
  if (of === "charge") return {};
  const { count = 1 } = state.overloads.find((one) => one.id === id) ?? {};
  const retry = Math.ceil((atMs + pauseMs(state, id)) / 1000) + delaySeconds;
  return { retry, ...(count > 1 && { times: count }) };
}

/** It must not be connected; where only the total is too high, somebody may still hold it on. */
function isLimited({ of }: Pick<KeptPhase, "of">): boolean {
  return of !== "total";
}

/** A clock that was set back must not stop phase control until it has caught up. */
function notLater(state: PhaseControlState, nowMs: number): PhaseControlState {
  const limited = (atMs: number | null) => (atMs === null ? null : Math.min(atMs, nowMs));
  return {
    ...state,
    kept: state.kept.map((phase) => ({ ...phase, atMs: Math.min(phase.atMs, nowMs) })),
    since: Object.fromEntries(Object.entries(state.since).map(([what, atMs]) => [what, Math.min(atMs, nowMs)])),
    overloads: state.overloads.map((one) => ({ ...one, backAtMs: limited(one.backAtMs) })),
    movedAtMs: limited(state.movedAtMs),
  };
}

/** Since when each thing that counts has been so; a gap in what is measured begins again. */
function withTime(look: Look, before: PhaseControlState): PhaseControlState {
  const { nowMs, reading } = look;
  const isNew = before.seenAtMs === null || isHole(nowMs - before.seenAtMs, reading.everyMs);
  const since = holding(look, before).map((what) => [what, (isNew ? undefined : before.since[what]) ?? nowMs] as const);
  return { ...before, since: Object.fromEntries(since), seenAtMs: nowMs };
}

/** What is so at this look, such as `charge.2`. */
function holding(look: Look, state: PhaseControlState): string[] {
  const { settings, phases } = look;
  const passed = phases.flatMap((phase) => {
    const known = state.kept.find(({ id }) => id === phase.id);
    if (known && isLimited(known)) return [];
    return [isOverloaded(look, phase) && `power.${phase.id}`, isLow(look, phase) && `charge.${phase.id}`];
  });
  const back = state.kept.filter((phase) => mayReturn(look, state, phase)).map(({ id }) => `back.${id}`);
  const drawnW = settings.mode === "priorities" ? totalOf(look) : undefined;
  const isTooMuch = drawnW !== undefined && settings.totalW !== null && drawnW > settings.totalW;
  return [...passed, ...back, isTooMuch && "total"].filter((what) => what !== false);
}

function isOverloaded({ reading }: Look, { id, limitW }: PhaseSetting): boolean {
  const drawnW = reading.powerW(id);
  return limitW !== null && drawnW !== undefined && drawnW > limitW && reading.isOn(id) !== false;
}

/** While the battery is charged, nothing is disconnected for its sake. */
function isLow({ reading: { socPercent, batteryW } }: Look, { minSoc }: PhaseSetting): boolean {
  return minSoc !== null && socPercent !== undefined && socPercent < minSoc && (batteryW ?? -1) < 0;
}

/** What the connected phases draw together; undefined where one of them is not measured. */
function totalOf({ phases, reading }: Look, without?: PhaseNumber): number | undefined {
  const connected = phases.filter(({ id }) => id !== without && reading.isOn(id) !== false);
  const drawn = connected.map(({ id }) => reading.powerW(id));
  return drawn.includes(undefined) ? undefined : drawn.reduce((sum: number, powerW) => sum + (powerW ?? 0), 0);
}

/** Settings no longer keep it without power: it comes back at once. */
function isReleased({ settings, phases }: Look, { id, of }: KeptPhase): boolean {
  const setting = phases.find((phase) => phase.id === id);
  if (!setting) return true;
  if (of === "total") return settings.mode !== "priorities";
  return (of === "power" ? setting.limitW : setting.minSoc) === null;
}

function mayReturn(look: Look, state: PhaseControlState, kept: KeptPhase): boolean {
  const { nowMs, phases, reading } = look;
  const setting = phases.find(({ id }) => id === kept.id);
  if (!setting || isReleased(look, kept)) return true;
  const { socPercent } = reading;
  const { minSoc, restoreSoc } = setting;
  if (kept.of === "charge") return socPercent !== undefined && restoreSoc !== null && socPercent >= restoreSoc;
  if (nowMs - kept.atMs < pauseMs(state, kept.id)) return false;
  if (minSoc !== null && socPercent !== undefined && socPercent < minSoc) return false;
  return kept.of === "power" || fits(look, kept);
}

/** A phase that drew too much comes back for a try, each time after a longer pause. */
function pauseMs({ overloads }: PhaseControlState, phase: PhaseNumber): number {
  const count = overloads.find(({ id }) => id === phase)?.count ?? 1;
  return Math.min(longestPauseMs, shortestPauseMs * 2 ** (count - 1));
}

/** Is enough of the total free for what a phase drew before? */
function fits(look: Look, { id, drewW }: KeptPhase): boolean {
  const totalW = look.settings.totalW ?? 0;
  const othersW = totalOf(look, id);
  const neededW = Math.min(drewW ?? 0, totalW * mostNeededShare);
  return othersW !== undefined && othersW + neededW <= totalW * usableShare;
}

function hasLasted({ settings, nowMs }: Look, { since }: PhaseControlState, what: string): boolean {
  const sinceMs = since[what];
  return sinceMs !== undefined && nowMs - sinceMs >= settings.delaySeconds * 1000;
}

/** Phases without power for which the charge is too low are kept from getting any. */
function withoutPower(look: Look, state: PhaseControlState): PhaseControlState {
  const low = look.phases.filter(({ id }) => look.reading.isOn(id) === false && hasLasted(look, state, `charge.${id}`));
  return low.reduce((next, phase) => {
    const wasOn = next.kept.find(({ id }) => id === phase.id)?.wasOn ?? false;
    return withKept(next, { ...keptFor(look, phase, "charge"), wasOn });
  }, state);
}

/** The next phase that must lose its power: first for what it draws itself, then for the charge, then for the total. */
function nextToDisconnect(look: Look, state: PhaseControlState): KeptPhase | undefined {
  const { phases, reading } = look;
  const limited = state.kept.filter(isLimited).map(({ id }) => id);
  for (const of of ["power", "charge"] as const) {
    const phase = phases.find(({ id }) => !limited.includes(id) && hasLasted(look, state, `${of}.${id}`));
    if (phase) return keptFor(look, phase, of);
  }
  if (!hasLasted(look, state, "total")) return undefined;
  // The most important phase stays: without it, the total would serve nobody.
  const others = phases.slice(0, -1);
  const phase = others.find(({ id }) => reading.isOn(id) === true && !state.kept.some((kept) => kept.id === id));
  return phase && keptFor(look, phase, "total");
}

/** The next phase that may come back, the most important first. */
function nextToReturn(look: Look, state: PhaseControlState): KeptPhase | undefined {
  const importance = ({ id }: KeptPhase) => look.phases.findIndex((phase) => phase.id === id);
  return state.kept
    .toSorted((one, other) => importance(other) - importance(one))
    .find((kept) => isReleased(look, kept) || hasLasted(look, state, `back.${kept.id}`));
}

function keptFor(look: Look, { id, limitW, minSoc }: PhaseSetting, of: KeptPhase["of"]): KeptPhase {
  const { nowMs, reading, settings } = look;
  const drewW = reading.powerW(id) ?? null;
  const limit = { power: limitW, charge: minSoc, total: settings.totalW }[of] ?? 0;
  const measured = { power: drewW ?? undefined, charge: reading.socPercent, total: totalOf(look) }[of] ?? limit;
  return { id, of, limit, measured, atMs: nowMs, drewW, wasOn: true };
}

function withKept(state: PhaseControlState, phase: KeptPhase): PhaseControlState {
  return { ...state, kept: [...state.kept.filter(({ id }) => id !== phase.id), phase] };
}

function disconnected(state: PhaseControlState, phase: KeptPhase): PhaseControlState {
  const before = state.overloads.find(({ id }) => id === phase.id);
  const calmForMs = phase.atMs - (before?.backAtMs ?? -Infinity);
  const overload = { id: phase.id, count: before && calmForMs < calmMs ? before.count + 1 : 1, backAtMs: null };
  const others = state.overloads.filter(({ id }) => id !== phase.id);
  const overloads = phase.of === "charge" ? state.overloads : [...others, overload];
  return { ...withKept(state, phase), overloads, movedAtMs: phase.atMs };
}

function returned(state: PhaseControlState, phase: KeptPhase, nowMs: number): PhaseControlState {
  return {
    ...state,
    kept: state.kept.filter(({ id }) => id !== phase.id),
    overloads: state.overloads.map((one) => (one.id === phase.id ? { ...one, backAtMs: nowMs } : one)),
    movedAtMs: phase.wasOn ? nowMs : state.movedAtMs,
  };
}
