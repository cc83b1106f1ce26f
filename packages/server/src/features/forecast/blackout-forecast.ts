import { idleBelowW, isBatteryFull } from "@offgrid/contract/devices/battery-levels";
import { forecastHours } from "@offgrid/contract/energy-state/energy-levels";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { localDate, offsetMs } from "@offgrid/contract/core/zone-time";
import { type CutOffInputs, cutOffOf, reserveOf } from "@offgrid/contract/power-cuts/cut-off";

import { chargeKnownForMs } from "../energy-state/energy-state.ts";
import { protectionSocOf } from "../energy-state/kept-off.ts";
import { type ChargeForecast, forecastCharge } from "./blackout.ts";
import type { ForecastContainer, PastForecast } from "./forecast.store.ts";
import { percentThatCame, sunToReckonWith } from "./last-day.ts";
import { missedBelow, type UsualStart } from "./generator-starts.ts";
import { type HourOfWeek, type Hourly, type LoadModel, expectLoad, pastDeviations, valueAt } from "./load-model.ts";
import type { FoundPart } from "./part-off.ts";
import type { CorrectedSun } from "./solar-forecast.ts";
import { type SunShares, hourMs } from "./solar-model.ts";

/** The forecast of a battery as screens receive it, from measured, learned and requested data. Pure. */

export const neededDays = 7;
export const historyDays = 28;
/** Below the cut-off for longer than this is a blackout. */
const longestDipMs = 6 * hourMs;
const fullWithinMs = 24 * hourMs;
/** Where it is not known at which charge loads come back, they do slightly above the level at which they went, percent. */
const backAbove = 2;

/** What a container's past weeks show. */
export interface Learned {
  atMs: number;
  load: Hourly;
  model: LoadModel;
  soc: Hourly;
  solar: Hourly;
  /** Of each of its hours: less was taken than the sun gave, or may have been. */
  isCurtailed: readonly boolean[];
  /** The battery allowed no more current. */
  isLimited: readonly boolean[];
  /** Earlier forecasts, oldest first. */
  past: readonly PastForecast[];
  shares: SunShares;
  capacityWh: number | undefined;
  draw: number;
  /** More the battery lately did not take, W; undefined: nothing of that was seen. */
  chargeLimitW: number | undefined;
  /** Relays and phases that feed what is wanted all the time. */
  usualSwitches: readonly string[];
  /** Mean of what DC loads draw, W; 0 where they have no meter. */
  dcW: number;
  /** At which charge the generator starts by itself; undefined: not known. */
  usualStart: UsualStart | undefined;
}

export function fullHour(atMs: number): number {
  return Math.floor(atMs / hourMs) * hourMs;
}

/** The local hour of the week, 0..167 from Monday. */
export function hourOfWeekIn(zone: string): HourOfWeek {
  return (atMs) => {
    const local = atMs + offsetMs(zone, atMs);
    const { year, month, day } = localDate(zone, atMs);
    const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
    return weekday * 24 + new Date(local).getUTCHours();
  };
}

/** Is the charge unknown or too old to say anything about now? */
export function isBlind({ liveValues, everyS }: ForecastContainer, nowMs: number): boolean {
  const [, atMs] = liveValues?.["battery.soc"] ?? [0, Number.NEGATIVE_INFINITY];
  return nowMs - atMs > chargeKnownForMs(everyS ?? 0);
}

/** What the battery takes now, W; undefined: not measured, or too long ago. */
function batteryPower({ liveValues, everyS }: ForecastContainer, nowMs: number): number | undefined {
  const [powerW, atMs] = liveValues?.["battery.power"] ?? [undefined, 0];
  return nowMs - atMs > chargeKnownForMs(everyS ?? 0) ? undefined : powerW;
}

function capacityOf({ liveValues }: ForecastContainer, { capacityWh }: Learned): BlackoutForecast["capacity"] {
  const reported = liveValues?.["battery.capacity"]?.[0];
  if (reported !== undefined && reported > 0) return { value: reported, from: "reported" };
  return capacityWh === undefined ? null : { value: capacityWh, from: "learned" };
}

/** What is known of the charge at which loads are cut. */
function cutOffInputs({ setReserveSoc, cutSoc, liveValues, cutSince }: ForecastContainer): CutOffInputs {
  const soc = liveValues?.["battery.soc"]?.[0] ?? null;
  return { reserveSoc: setReserveSoc, cutSoc, soc, isCut: cutSince !== null };
}

function reserveNow(container: ForecastContainer): number {
  const { protectionSoc, cutOutputs, liveValues } = container;
  const read = (metric: string) => liveValues?.[metric]?.[0];
  return reserveOf({ ...cutOffInputs(container), protectionSoc: protectionSocOf(protectionSoc, cutOutputs, read) });
}

/** The forecast from known data; only computes, requests nothing. */
export function makeForecast(
  container: ForecastContainer,
  learned: Learned,
  solar: CorrectedSun,
  nowMs: number,
  part?: FoundPart,
): BlackoutForecast {
  const hourOfWeek = hourOfWeekIn(container.zoneName);
  const { model } = learned;
  const [soc, socAtMs] = container.liveValues?.["battery.soc"] ?? [undefined, 0];
  const batteryW = batteryPower(container, nowMs);
  const capacity = capacityOf(container, learned);
  const missing: BlackoutForecast["missing"] = [];
  if (soc === undefined) missing.push("soc");
  if (model.days === 0) missing.push("load");
  else if (model.days < neededDays) missing.push("history");
  if (!capacity) missing.push("capacity");
  const base: BlackoutForecast = {
    state: "learning",
    likely: null,
    hours: null,
    loadOnly: solar.steps.length === 0,
    at: new Date(nowMs).toISOString(),
    soc: soc === undefined ? null : { value: soc, at: new Date(socAtMs).toISOString() },
    capacity,
    reserveSoc: reserveNow(container),
    cutOff: cutOffOf(cutOffInputs(container)),
    hasGenerator: container.hasGenerator ?? false,
    dip: null,
    blackout: null,
    fullAt: null,
    ...(soc !== undefined && isBatteryFull(soc, batteryW) && { isFull: true }),
    historyDays: Math.min(model.days, historyDays),
    neededDays,
    missing,
    t: [],
    soc10: [],
    soc50: [],
    soc90: [],
    load: [],
    solar: [],
    served: [],
    taken: [],
    solarSource: solar.source,
    sunDays: learned.shares.days,
    solarFetchedAt: solar.fetchedAtMs === undefined ? null : new Date(solar.fetchedAtMs).toISOString(),
    solarProblem: solar.problem,
    sunPercent: percentThatCame(solar.share),
    ...(solar.isChargeLimited && { isChargeLimited: true }),
    needsClearSky: solar.needsClearSky,
    lastError: errorOf(learned, nowMs),
  };
  if (soc === undefined) return { ...base, state: "none" };
  if (isBlind(container, nowMs)) return { ...base, state: "blind" };
  if (missing.length > 0 || !capacity) return base;
  const fromMs = fullHour(nowMs);
  const sun = sunToReckonWith(solar.steps, solar.share);
  const loadW = expectLoad(model, learned.load, hourOfWeek, fromMs, forecastHours);
  const forecast = forecastCharge({
    nowMs,
    socPercent: soc,
    batteryW,
    capacityWh: capacity.value,
    cutOffPercent: base.cutOff.soc,
    backPercent: Math.max(container.backSoc ?? 0, base.cutOff.soc + backAbove),
    isCut: container.cutSince !== null,
    draw: learned.draw,
    chargeLimitW: learned.chargeLimitW,
    stillOnW: learned.dcW,
    partOff: part?.off,
    loadW,
    deviations: pastDeviations(model, learned.load, hourOfWeek, fromMs, forecastHours),
    solar: sun,
  });
  return {
    ...base,
    ...withStart(verdict(forecast, nowMs, solar), container, base.cutOff.soc, learned.usualStart),
    ...(part && { partOff: partOffWords(part, loadW, isReturnUnknown(solar) ? undefined : forecast.partBackMs) }),
    t: forecast.t.map((ms) => ms / 1_000),
    soc10: forecast.soc10.map(tenth),
    soc50: forecast.soc50.map(tenth),
    soc90: forecast.soc90.map(tenth),
    load: loadW.map(Math.round),
    solar: loadW.map((_, hour) => Math.round(sun[hour]?.p50 ?? 0)),
    served: forecast.servedW.map(Math.round),
    taken: base.loadOnly ? [] : forecast.takenW.map(Math.round),
  };
}

/** What is off of the load of a day, and from which charge on and when it is counted again. */
function partOffWords(
  { from, isEarly, off }: FoundPart,
  loadW: readonly number[],
  backMs: number | undefined,
): NonNullable<BlackoutForecast["partOff"]> {
  const day = loadW.slice(0, 24);
  const wh = day.reduce((sum, watt) => sum + watt, 0);
  const offWh = day.reduce((sum, watt, hour) => sum + watt * (off.share[hour] ?? 0), 0);
  return {
    from,
    ...(isEarly && { isEarly }),
    ...((isEarly || from === "unknown") && { isCounted: true }),
    percent: from === "unknown" || isEarly || wh <= 0 ? null : Math.round((100 * offWh) / wh),
    backSoc: off.backPercent ?? null,
    backAt: backMs === undefined ? null : new Date(backMs).toISOString(),
  };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

type Verdict = Pick<BlackoutForecast, "state" | "likely" | "hours" | "dip" | "blackout" | "fullAt">;
type Doubt = Pick<CorrectedSun, "isRefuted" | "share" | "isChargeLimited">;

/** Would nobody know whether loads come back when the forecast says so? */
function isReturnUnknown({ isRefuted, isChargeLimited }: Doubt): boolean {
  return isRefuted || isChargeLimited === true;
}

/**
 * A verdict without the cut before which the generator starts by itself, as far as its last days tell: it runs already, and
 * the battery need not help it, or the charge has not fallen clearly below that at which it usually starts.
 */
export function withStart(
  said: Verdict,
  { liveValues, cutSince, hasGenerator }: Pick<ForecastContainer, "liveValues" | "cutSince" | "hasGenerator">,
  cutOffSoc: number,
  usual: UsualStart | undefined,
): Verdict & Pick<BlackoutForecast, "generatorStart"> {
  const read = (metric: string) => liveValues?.[metric]?.[0];
  const soc = read("battery.soc");
  if (said.likely === null || !usual || !hasGenerator || cutSince !== null || soc === undefined) return said;
  const runs = read("generator.on") === 1;
  const comes = runs ? (read("battery.power") ?? 0) > -idleBelowW : soc >= missedBelow(usual);
  // One that only starts when loads are cut spares no cut.
  if (!comes || usual.soc <= cutOffSoc) return said;
  const generatorStart = { soc: usual.soc, withoutAt: said.likely };
  return { ...said, state: "safe", likely: null, hours: null, dip: null, blackout: null, generatorStart };
}

/**
 * The forecast as a verdict: below the cut-off is what at least half of the paths agree on.
 * @param sun Where it is refuted, the return of power is a doubtful one; where the battery limits its charging, none is
 * promised: nobody knows what it will allow.
 */
export function verdict(
  forecast: ChargeForecast,
  nowMs: number,
  { isRefuted, share, isChargeLimited }: Doubt,
): Verdict {
  const iso = (ms: number) => new Date(ms).toISOString();
  const sunPercent = percentThatCame(share);
  const { chance, below50, back10Ms, backMs, back90Ms, fullMs } = forecast;
  // Where half of all paths are cut, that is when: there the middle line of the charge falls to the cut-off, too.
  const isBefore = below50 !== undefined && (backMs === undefined || below50 < backMs);
  const likelyMs = isBefore ? below50 : forecast.likelyMs;
  const isFullSoon = fullMs !== undefined && fullMs > nowMs && fullMs - nowMs <= fullWithinMs;
  const fullAt = isFullSoon ? iso(fullMs) : null;
  const blackout =
    likelyMs === undefined
      ? null
      : {
          earliest: iso(forecast.below10 ?? likelyMs),
          ...(forecast.below25 !== undefined && { early: iso(forecast.below25) }),
          likely: iso(likelyMs),
          latest: forecast.below90 === undefined ? null : iso(forecast.below90),
          hours: (likelyMs - nowMs) / hourMs,
          chance,
        };
  if (blackout === null || likelyMs === undefined || chance < 0.5)
    return { state: isFullSoon ? "charging" : "safe", likely: null, hours: null, dip: null, blackout, fullAt };
  const isShort = backMs !== undefined && backMs - likelyMs <= longestDipMs;
  return {
    state: isShort ? "dip" : "blackout",
    likely: blackout.likely,
    hours: blackout.hours,
    dip: {
      from: iso(likelyMs),
      to: backMs === undefined || isChargeLimited ? null : iso(backMs),
      // Why no return is promised is said even where half of the paths have none.
      ...((backMs === undefined && !isRefuted) || back10Ms === undefined || isChargeLimited
        ? {}
        : {
            back: {
              earliest: iso(back10Ms),
              latest: back90Ms === undefined ? null : iso(back90Ms),
              ...(isRefuted ? { isDoubtful: true } : {}),
              ...(sunPercent === null ? {} : { sunPercent }),
            },
          }),
    },
    blackout,
    fullAt,
  };
}

/** The forecast with its remaining hours counted down to now, and the generator and the reserve that are known since. */
export function atNow(forecast: BlackoutForecast, container: ForecastContainer, nowMs: number): BlackoutForecast {
  const hoursTo = (at: string) => Math.max(0, (Date.parse(at) - nowMs) / hourMs);
  const { likely, blackout } = forecast;
  return {
    ...forecast,
    hasGenerator: container.hasGenerator ?? false,
    reserveSoc: reserveNow(container),
    hours: likely === null ? null : hoursTo(likely),
    blackout: blackout && { ...blackout, hours: hoursTo(blackout.likely) },
  };
}

const dayMs = 24 * hourMs;

/** Mean absolute difference between the charge expected a day ago and the measured one, percentage points. */
function errorOf({ past, soc: measured }: Learned, nowMs: number): number | null {
  const made = past.findLast(({ madeAtMs }) => madeAtMs <= nowMs - dayMs && madeAtMs > nowMs - 2 * dayMs);
  if (!made) return null;
  const differences: number[] = [];
  for (const [hour, expected] of made.soc.slice(0, 24).entries()) {
    // It is given for the ends of hours, which lie between the means of two.
    const endMs = fullHour(made.madeAtMs) + (hour + 1) * hourMs;
    const came = (valueAt(measured, endMs - hourMs) + valueAt(measured, endMs)) / 2;
    if (!Number.isNaN(came)) differences.push(Math.abs(came - expected));
  }
  if (differences.length < 12) return null;
  return tenth(differences.reduce((sum, value) => sum + value, 0) / differences.length);
}
