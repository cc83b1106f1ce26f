import { batchS, staleAfterMs } from "@offgrid/contract/core/constants";

import { idleBelowW, isBatteryFull } from "@offgrid/contract/devices/battery-levels";
import { runningW } from "@offgrid/contract/energy-state/energy-levels";
import {
  type BackRange,
  type EnergyLevel,
  type EnergyState,
  type GeneratorWork,
  type NoReturn,
  StillOn,
} from "@offgrid/contract/energy-state/energy-state.schema";
import { cutOffOf } from "@offgrid/contract/power-cuts/cut-off";
import { cutAheadHours, forecastHours } from "@offgrid/contract/energy-state/energy-levels";
import type { BlackoutState } from "@offgrid/contract/forecast/forecast.schema";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import { loadSwitches } from "@offgrid/contract/telemetry/load-switches";

import { Now } from "../../core/now.ts";
import type { LoadRun } from "../../core/tables.ts";
import { type CutOutputs, isOpen, type KeptOff, keptOff, unfedBy } from "./kept-off.ts";
import { endedCuts, knownForMs } from "./load-runs.ts";

/** How a container is supplied, in one word, from what is known of it. Pure. */

/** A battery that gives less than this share of the generator's power only evens out its steps. */
const evensOut = 0.05;
/** Where only its power is measured: a meter at a generator that stands may show some watts. */
export const generatorRunsW = 50;
const hourMs = 3_600_000;
const loadSwitchNames: ReadonlySet<string> = new Set(loadSwitches);
const isLoadSwitch = (metric: string) => loadSwitchNames.has(metric);

/** What keeps a forecast from telling when loads have power again; protection: it keeps them off, not the battery. */
type Lacking = Extract<NoReturn, "history" | "capacity" | "sun" | "protection" | "charge_limit">;

export interface EnergyInputs {
  cutSince: Date | null;
  /** The newest readings that showed the loads cut. */
  cutAt: Date | null;
  /** Of the last day, oldest first. */
  loadRuns: readonly LoadRun[];
  soc: number | null;
  /** When `soc` was measured. */
  socAt: Date | null;
  batteryPower: number | null;
  /** Seconds after which new values are expected. */
  everyS: number;
  /** Percent. */
  reserveSoc: number;
  /** As last forecast; null: never. */
  blackoutState: BlackoutState | null;
  blackoutAt: Date | null;
  /** That forecast counts what is off at least in part: its cut comes then at the earliest. */
  countsOff: boolean;
  /** How likely the cut is, 0..1; null: not known. */
  cutChance: number | null;
  /** With one chance in four it comes before this; null: not known. */
  cutEarlyAt: Date | null;
  /** With one chance in ten; null: not known. */
  cutEarliestAt: Date | null;
  /** It was ahead by an earlier forecast and has not become clearly less likely since. */
  staysAhead: boolean;
  backAt: Date | null;
  /** Between which instants that is likely; null: not known. */
  back: BackRange | null;
  /** The same of a part of the loads that is cut. */
  partBackAt: Date | null;
  /** What that forecast lacks to tell it; null: nothing, or no cut is there or expected. */
  lacks: Lacking | null;
  /** The loads had no power when that was forecast. */
  wasCut: boolean;
  hasGenerator: boolean;
  /** Power of what may run although loads are cut, as last measured; null: not measured, or the loads are not cut. */
  stillOn: Partial<Record<StillOn | "load", Measured | null>> | null;
  /** Whether its generator is on (1 or 0) and its power, as last measured; null: it has none. */
  generator: Partial<Record<"on" | "power", Measured | null>> | null;
  /** At which charge it usually starts by itself, where the forecast counts on that; null: it does not. */
  generatorStart: EnergyState["generatorStart"] | null;
  /** Outputs that protection has switched off, and what they feed, as their controller said last; null: none. */
  cutOutputs: CutOutputs | null;
  /** What people call its outputs. */
  outputNames: OutputNames | null;
  /** Where there are any: whether what switches the loads is on (1 or 0), and levels of street lights, as last measured. */
  switches: Readonly<Record<string, Measured>> | null;
  /** As it reports it, Wh, where no forecast says how long it lasts; null: it does not, or one does. */
  capacityWh: number | null;
  /** Charge at which its loads are cut, percent, as learned from the last cut or set; null: neither. */
  cutSoc: number | null;
  setReserveSoc: number | null;
  /** When its newest values were measured. */
  newestAt: Date | null;
}

type Measured = readonly [value: number, atMs: number];

/** The state of energy at an instant: loads that are cut before those that will be, before what the charge says. */
export function energyStateOf(inputs: EnergyInputs, now: Now): EnergyState {
  const { cutSince, cutAt, socAt, backAt, back, partBackAt, newestAt } = inputs;
  const part = cutSince ? undefined : cutPart(inputs);
  // Where no switch of the loads is on, nobody would call that a part of them.
  if (part?.isAll)
    return energyStateOf(
      { ...inputs, cutSince: part.since, cutAt: newestAt, backAt: partBackAt, back: null, lacks: "protection" },
      now,
    );
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const generator = runningGenerator(inputs, now);
  const known = energyLevelOf(inputs, generator, now);
  const warned = known === "unknown" ? lastWarning(inputs, now) : null;
  const level = part ? "cut_partly" : (warned?.level ?? known);
  const isRunning = generator === undefined ? {} : { generator };
  const ended = endedIn(inputs, now);
  const earlier = ended ? { ended } : {};
  // That nobody should count on a return is worth saying where none is expected, too.
  const isDoubtful = backAt === null && back?.isDoubtful === true;
  if (cutSince) {
    const isAhead = isBackAhead(inputs, now);
    const running = stillOnOf(inputs, now);
    return {
      level,
      since: iso(cutSince),
      cutAt: null,
      backAt: isAhead ? iso(backAt) : null,
      ...((isAhead || isDoubtful) && back ? { back } : {}),
      ...(isAhead || isDoubtful ? {} : { noReturn: noReturnOf(inputs) }),
      at: iso(cutAt),
      ...(running.length > 0 ? { stillOn: running } : {}),
      ...earlier,
      ...isRunning,
    };
  }
  const ahead =
    warned?.cutAt ?? (known === "unknown" || known === "generator_running" ? null : expectedCut(inputs, now));
  const battery = ahead === null ? batteryOf(inputs) : undefined;
  const startsBySelf = known === "unknown" ? null : inputs.generatorStart;
  const noReturn = warned || ahead === null || backAt || isDoubtful ? undefined : noReturnAfter(ahead, inputs, now);
  return {
    level,
    ...(battery ? { battery } : {}),
    ...(startsBySelf ? { generatorStart: startsBySelf } : {}),
    since: iso(part?.since ?? null),
    ...(part ? { cutOutputs: part.outputs } : {}),
    cutAt: iso(ahead),
    ...(ahead && isAheadLevel(level) && earlyBefore(ahead, inputs, now)),
    ...(ahead && inputs.countsOff ? { countsOff: true } : {}),
    ...(ahead && inputs.cutChance !== null ? { cutChance: inputs.cutChance } : {}),
    backAt: ahead && iso(backAt),
    ...(noReturn && { noReturn }),
    ...(part && partBackAt && !now.hasCome(partBackAt.getTime()) ? { partBackAt: partBackAt.toISOString() } : {}),
    ...(ahead && (backAt || isDoubtful) && back ? { back } : {}),
    at: iso(part ? newestAt : socAt),
    ...earlier,
    ...isRunning,
  };
}

/**
 * The part of the loads that protection has cut, by what it said and what the switches then showed, so that one that was
 * closed since does not count; undefined: none. A switch that was silent when the newest values came says nothing.
 */
function cutPart({
  cutOutputs,
  outputNames,
  switches,
  newestAt,
  everyS,
}: EnergyInputs): { since: Date; isAll: boolean; outputs: NonNullable<EnergyState["cutOutputs"]> } | undefined {
  if (!cutOutputs || !switches || !newestAt) return undefined;
  const oldestMs = newestAt.getTime() - staleAfterMs(everyS);
  const known = new Map(
    Object.entries(switches).flatMap(([metric, [on, atMs]]) => (atMs >= oldestMs ? [[metric, on] as const] : [])),
  );
  const read = (metric: string) => known.get(metric);
  const held = keptOff(cutOutputs, read);
  if (held.length === 0) return undefined;
  const since = held.map(({ sinceMs }) => sinceMs);
  // Street lights are off by day, and one that shines is not what the loads are for.
  const isAll =
    held.some(({ metric }) => isLoadSwitch(metric)) &&
    [...known].every(([metric, on]) => isOpen(on) || !isLoadSwitch(metric));
  const outputs = [...held, ...unfedBy(held, cutOutputs, read)].map((output) => withNames(output, outputNames));
  return { since: new Date(isAll ? Math.max(...since) : Math.min(...since)), isAll, outputs };
}

function withNames({ target, cause }: KeptOff, names: OutputNames | null) {
  const nameOf = (output: string) => names?.[output]?.name || null;
  const feeder = cause?.feeder && { feeder: { ...cause.feeder, name: nameOf(cause.feeder.target) } };
  return { target, name: nameOf(target), ...(cause && { cause: { ...cause, ...feeder } }) };
}

/** What the time that is left at the present power is counted from, as in its forecast. */
function batteryOf({ capacityWh, cutSoc, setReserveSoc, soc }: EnergyInputs): EnergyState["battery"] {
  if (capacityWh === null || capacityWh <= 0) return undefined;
  return { capacityWh, cutOff: cutOffOf({ reserveSoc: setReserveSoc, cutSoc, soc, isCut: false }) };
}

/** A link that drops for a few minutes changes no charge by much. */
const shortLossMs = 15 * 60_000;

/**
 * For how long a charge says how a container is supplied, and where a forecast begins: the one rule. Until then its age
 * stands beside it.
 * @param everyS Seconds after which new values are expected.
 */
export function chargeKnownForMs(everyS: number): number {
  return Math.max(shortLossMs, staleAfterMs(Math.max(everyS, batchS)));
}

/** A reading that is not stale yet. */
function freshOf(reading: Measured | null | undefined, { everyS }: EnergyInputs, now: Now): number | undefined {
  // After three intervals it is stale, not at their end already.
  return !reading || now.hasCome(reading[1] + staleAfterMs(everyS) + 1) ? undefined : reading[0];
}

/** The generator, if it runs now: its own word counts before its power. */
function runningGenerator(inputs: EnergyInputs, now: Now): EnergyState["generator"] {
  const { generator, batteryPower } = inputs;
  if (!generator) return undefined;
  const on = freshOf(generator.on, inputs, now);
  const powerW = freshOf(generator.power, inputs, now);
  const isRunning = on === undefined ? powerW !== undefined && powerW >= generatorRunsW : on > 0;
  if (!isRunning) return undefined;
  return {
    powerW: powerW === undefined ? null : Math.round(powerW),
    work: batteryPower === null ? null : workOf(batteryPower, powerW),
  };
}

function workOf(batteryPower: number, generatorW = 0): GeneratorWork {
  if (isCharging(batteryPower)) return "charging";
  return -batteryPower > Math.max(idleBelowW, evensOut * generatorW) ? "short" : "supplying";
}

/** What is named must explain this share of what is drawn, or something else runs too. */
const explained = 0.8;

/** What runs although the loads are cut; empty where nothing does, or where nobody knows what it is. */
function stillOnOf(inputs: EnergyInputs, now: Now): StillOn[] {
  const wattsOf = (name: StillOn | "load") => freshOf(inputs.stillOn?.[name], inputs, now) ?? 0;
  const found = StillOn.options.filter((name) => wattsOf(name) >= runningW);
  const namedW = found.reduce((sum, name) => sum + wattsOf(name), 0);
  return namedW >= explained * wattsOf("load") ? found : [];
}

/** The cuts that have ended in the last 24 hours, from the first to the last. */
function endedIn({ loadRuns, everyS }: EnergyInputs, now: Now): EnergyState["ended"] {
  const cuts = endedCuts(loadRuns, everyS * 1_000).filter(({ toMs }) => !now.hasCome(toMs + knownForMs));
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (!first || !last) return undefined;
  const ms = cuts.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return { from: iso(first.fromMs), to: iso(last.toMs), count: cuts.length, seconds: Math.round(ms / 1_000) };
}

function energyLevelOf(inputs: EnergyInputs, generator: EnergyState["generator"], now: Now): EnergyLevel {
  const { cutSince, socAt, batteryPower, reserveSoc, hasGenerator } = inputs;
  if (cutSince) return "cut";
  const { soc, everyS } = inputs;
  if (soc === null || !socAt || now.hasCome(socAt.getTime() + chargeKnownForMs(everyS) + 1)) return "unknown";
  const expected = expectedCut(inputs, now);
  // One that counts what is off is in doubt, and no alarm.
  const isAhead =
    expected !== null && !inputs.countsOff && (inputs.staysAhead || isWithinDay(expected, inputs.cutEarlyAt, now));
  // Where nobody knows whether the battery helps, it is not taken for enough.
  const suffices = generator?.work === null ? !isAhead : generator !== undefined && generator.work !== "short";
  if (suffices) return "generator_running";
  // One that runs already and is too weak is not waited for.
  if (isAhead) return hasGenerator && !generator ? "generator_ahead" : "cut_ahead";
  if (soc < reserveSoc) return "below_reserve";
  if (isBatteryFull(soc, batteryPower)) return "full";
  if (isCharging(batteryPower)) return "charging";
  // The cut that was forecast has come and gone, or has not come: what is ahead now is not known until the next forecast, as
  // it is not before the first.
  return inputs.blackoutState === null || (forecastCut(inputs) && !expected) ? "computing" : "normal";
}

/** The cut of the last forecast, be it past or not. */
function forecastCut({ blackoutState, blackoutAt }: EnergyInputs): Date | null {
  return blackoutState === "blackout" || blackoutState === "dip" ? blackoutAt : null;
}

/** Why nobody knows when loads that are cut have power again. */
function noReturnOf({ soc, blackoutState, backAt, wasCut, lacks }: EnergyInputs): NoReturn {
  if (lacks === "protection") return lacks;
  if (soc === null || blackoutState === "blind" || blackoutState === "none") return "charge";
  if (backAt !== null) return "passed";
  if (lacks === "history" || lacks === "capacity") return lacks;
  // One that was made before the cut looked for another return, if for any.
  if (blackoutState === null || !wasCut) return "computing";
  return lacks ?? "horizon";
}

/** A forecast that ends sooner after a cut has not seen a whole day of sun there. */
const sunAfterHours = 24;

/** Why no return is expected after a cut that is ahead; undefined: the forecast ends too soon to tell. */
function noReturnAfter(cutAt: Date, { lacks }: EnergyInputs, now: Now): NoReturn | undefined {
  if (lacks !== null) return lacks;
  return now.hasCome(cutAt.getTime() - (forecastHours - sunAfterHours) * hourMs) ? "horizon" : undefined;
}

/** A cut that a silent container was about to have: past its time someone should still look, after a day it is history. */
const warnedForMs = 24 * hourMs;

/**
 * What the last readings of a container that has gone silent warned of: silence does not make a cut less likely. Null: they
 * did not, or that is long ago.
 */
function lastWarning(inputs: EnergyInputs, now: Now): { level: EnergyLevel; cutAt: Date } | null {
  const { socAt, blackoutState, blackoutAt } = inputs;
  if (!socAt || !blackoutAt || now.hasCome(blackoutAt.getTime() + warnedForMs)) return null;
  const then = new Now(socAt.getTime());
  // Of a forecast that cannot be renewed without a charge, the cut is the one that was expected last.
  const lastInputs = { ...inputs, blackoutState: blackoutState === "blind" ? "blackout" : blackoutState };
  const level = energyLevelOf(lastInputs, runningGenerator(inputs, then), then);
  return isAheadLevel(level) ? { level, cutAt: blackoutAt } : null;
}

/** An hour later it has not come, and a newer forecast is missing. */
const overdueMs = hourMs;

function expectedCut(inputs: EnergyInputs, now: Now): Date | null {
  const blackoutAt = forecastCut(inputs);
  // Of a cut that is over it says nothing about the next one.
  if (!blackoutAt || inputs.wasCut) return null;
  const atMs = blackoutAt.getTime();
  if (now.hasCome(atMs + overdueMs)) return null;
  return now.hasCome(atMs) && isOver(inputs, atMs) ? null : blackoutAt;
}

/**
 * Is a cut that is expected ahead? Where half of all futures are cut moves by a whole night with a few percent of chance, so
 * one chance in four within these hours is enough.
 */
export function isWithinDay(expected: Date, early: Date | null, now: Now): boolean {
  const fromMs = Math.min(expected.getTime(), early?.getTime() ?? Number.POSITIVE_INFINITY);
  return now.hasCome(fromMs - cutAheadHours * hourMs);
}

function isAheadLevel(level: EnergyLevel): boolean {
  return level === "cut_ahead" || level === "generator_ahead";
}

/** From when on the cut may come, where it is likely later than the day that "ahead" speaks of. */
function earlyBefore(ahead: Date, { cutEarliestAt }: EnergyInputs, now: Now): Pick<EnergyState, "cutEarlyAt"> {
  if (cutEarliestAt === null || cutEarliestAt >= ahead) return {};
  if (now.hasCome(ahead.getTime() - cutAheadHours * hourMs)) return {};
  return { cutEarlyAt: cutEarliestAt.toISOString() };
}

/** Has the cut that was expected come and gone, or has the battery begun to charge without it? */
function isOver({ loadRuns, everyS, batteryPower }: EnergyInputs, expectedMs: number): boolean {
  const endedMs = endedCuts(loadRuns, everyS * 1_000).at(-1)?.toMs ?? Number.NEGATIVE_INFINITY;
  return endedMs > expectedMs || isCharging(batteryPower);
}

function isCharging(batteryPower: number | null): boolean {
  return batteryPower !== null && batteryPower >= idleBelowW;
}

/** Is the expected return of power still to come? */
function isBackAhead({ backAt }: EnergyInputs, now: Now): boolean {
  return backAt !== null && !now.hasCome(backAt.getTime());
}
