import { forecastHours } from "@offgrid/contract/energy-state/energy-levels";
import { usualPanels } from "@offgrid/contract/core/irradiance";
import type { BlackoutForecast, ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";
import type { Logger } from "pino";

import type { Clock } from "../../core/clock.ts";
import type { Config } from "../../config/config.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import type { ExternalServices } from "../../external/external-services.ts";
import type { JobKind } from "../../jobs/job.ts";
import { dayOf } from "../../history/quarter-hours.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { lowSocOf } from "@offgrid/contract/power-cuts/cut-off";
import { learnCapacityWh, learnChargeLimitW, learnDraw } from "./battery-model.ts";
import {
  type Learned,
  atNow,
  fullHour,
  historyDays,
  hourOfWeekIn,
  isBlind,
  makeForecast,
  neededDays,
} from "./blackout-forecast.ts";
import { calibrate, untakenUnknown } from "./calibration.ts";
import { findPartOff } from "./find-part-off.ts";
import { curtailedHours, curtailedMetrics, limitedHours } from "./curtailed.ts";
import { afterLastDay, shareToExpect, wasHeldBack } from "./last-day.ts";
import { generatorMetrics, usualStart } from "./generator-starts.ts";
import { learnLoad, meanOf } from "./load-model.ts";
import * as forecasts from "./forecast.store.ts";
import { readHourly } from "./history.store.ts";
import { pastSolar, withComputed } from "./past-hours.ts";
import { servedLoad, servedMetrics, usualSwitches } from "./served-load.ts";
import {
  type CorrectedSun,
  type SolarForecast,
  forecastSolar,
  limitOf,
  needsClearSky,
  placeOf,
  settingOf,
} from "./solar-forecast.ts";
import { isAheadAfter } from "./stays-ahead.ts";
import { type SolarStep, belowCeiling, hourMs, learnCeilingW, learnShares } from "./solar-model.ts";

/** A forecast, and what it learns from, is renewed after this long. */
const freshMs = 15 * 60_000;
/** One that lacked history is retried sooner, for the data may have arrived. */
const lackingFreshMs = 3 * 60_000;
/** And at once while a history is being imported, and one that lacked a fresh charge when one has come since. */
const arrivingFreshMs = 10_000;
/** One whose loads were cut since, or have power again, says nothing about now; loads that flicker do not ask for one each second. */
const refutedFreshMs = 10_000;
/** So long after the instant at which loads were expected to be cut it is known whether they were. */
const passedMs = 2 * 60_000;
const learnedFreshMs = 6 * hourMs;
/** Days that are missing still may arrive. */
const growingFreshMs = hourMs;
/** History that arrives later, as by an import, is soon learned from when someone looks. */
const unlearnedFreshMs = 10_000;
const latestMetrics = ["solar.power", ...curtailedMetrics] as const;
const sourceMetrics = ["solar.power", "battery.power", "load.dc.power"] as const;
const mostLearned = 5_000;
const containersPerRound = 20;
const roundEveryMs = 10_000;
const workerWaitMs = 1_000;
const screenWaitMs = 1_500;

declare module "../../calls/services.ts" {
  interface Services {
    forecaster: Forecaster;
  }
}

/**
 * Forecasts when loads are cut: all of them in rounds, and one at once where a screen asks for one that
 * is older than a quarter of an hour.
 */
export class Forecaster {
  readonly counts = { made: 0 };
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #external: ExternalServices;
  readonly #config: Config;
  readonly #learned = new Map<string, Learned>();
  /** Counts up: what was read before something was forgotten may be old and is not kept. */
  #forgotten = 0;
  readonly #underway = new Map<string, Promise<BlackoutForecast>>();
  /** Until when the round skips a container whose forecast could not be made, ms. */
  readonly #setAside = new Map<string, number>();

  constructor(parts: { db: Db; clock: Clock; log: Logger; external: ExternalServices; config: Config }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#external = parts.external;
    this.#config = parts.config;
  }

  get job(): JobKind {
    return { name: "forecasts", everyMs: roundEveryMs, run: async ({ signal }) => void (await this.work(signal)) };
  }

  /** The forecast of a container, renewed when it is old. */
  async blackout(container: forecasts.ForecastContainer): Promise<BlackoutForecast> {
    const nowMs = this.#clock.now();
    const known = await forecasts.findForecast(this.#db, container, nowMs - freshMs);
    // For a container that is back, the last verdict must not be that it is away.
    if (known && (known.t.length > 0 || isBlind(container, nowMs))) return atNow(known, container, nowMs);
    return this.#makeOnce(container, screenWaitMs);
  }

  /** What the container's panels are expected to give in the next hours, and were in the hours before. */
  async solar(
    container: forecasts.ForecastContainer,
    hours: number,
    pastHours: number,
  ): Promise<CorrectedSun & { setting: ForecastSetting; sunDays: number }> {
    const learned = await this.#learn(container);
    const setting = settingOf(await forecasts.findSetting(this.#db, container.id), container, learned.shares);
    const span = { fromMs: fullHour(this.#clock.now()), hours, pastHours };
    const parts = { external: this.#external, config: this.#config };
    const solar = await forecastSolar(parts, container, setting, learned.shares, span, screenWaitMs);
    return { ...calibrated(solar, setting, learned), setting, sunDays: learned.shares.days };
  }

  /** Its panels have changed: what is known about them is outdated. */
  forget(containerId: string): void {
    this.#forgotten++;
    this.#learned.delete(containerId);
  }

  /** Changes may have been missed: what is known of any container may be old. */
  forgetAll(): void {
    this.#forgotten++;
    this.#learned.clear();
  }

  /**
   * Makes the forecasts that are due, up to the size of one round.
   * @param signal Aborted: ends after the current one.
   * @returns how many were tried.
   */
  async work(signal?: AbortSignal): Promise<number> {
    const nowMs = this.#clock.now();
    for (const [id, untilMs] of this.#setAside) if (untilMs <= nowMs) this.#setAside.delete(id);
    const before = {
      ready: nowMs - freshMs,
      lacking: nowMs - lackingFreshMs,
      arriving: nowMs - arrivingFreshMs,
      today: dayOf(nowMs),
      refuted: nowMs - refutedFreshMs,
      passed: nowMs - passedMs,
    };
    const due = await forecasts.listDue(this.#db, before, containersPerRound, [...this.#setAside.keys()]);
    for (const container of due) {
      if (signal?.aborted) break;
      await this.#try(container);
      await untilIdle();
    }
    return due.length;
  }

  /** A problem with one container must not keep the others from their turn. */
  async #try(container: forecasts.ForecastContainer): Promise<void> {
    try {
      await this.#makeOnce(container, workerWaitMs);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.#setAside.set(container.id, this.#clock.now() + freshMs);
      this.#log.warn({ err: error, containerId: container.id }, "a forecast could not be made");
    }
  }

  /** A screen and the round may ask for the same one at the same time. */
  #makeOnce(container: forecasts.ForecastContainer, waitMs: number): Promise<BlackoutForecast> {
    const running = this.#underway.get(container.id);
    if (running) return running;
    const work = this.#make(container, waitMs).finally(() => this.#underway.delete(container.id));
    this.#underway.set(container.id, work);
    return work;
  }

  async #make(container: forecasts.ForecastContainer, waitMs: number): Promise<BlackoutForecast> {
    const nowMs = this.#clock.now();
    const learned = await this.#learn(container);
    const stored = await forecasts.findSetting(this.#db, container.id);
    const setting = settingOf(stored, container, learned.shares);
    const span = { fromMs: fullHour(nowMs), hours: forecastHours, pastHours: 24 };
    const parts = { external: this.#external, config: this.#config };
    const solar = await forecastSolar(parts, container, setting, learned.shares, span, waitMs);
    const part = await findPartOff(this.#db, container, learned, nowMs);
    const forecast = makeForecast(container, learned, calibrated(solar, setting, learned), nowMs, part);
    const { soc50 } = forecast;
    const before = await forecasts.findBefore(this.#db, container.id);
    const isAhead = container.cutSince === null && isAheadAfter(before, forecast, nowMs);
    const past = { madeAtMs: nowMs, soc: soc50, solar: solar.steps.map(({ p50 }) => p50), source: solar.source };
    await this.#db.transaction().execute(async (tx) => {
      // The row of the forecast stays locked, so that of two processes at work on one container only one keeps the day's.
      await forecasts.saveForecast(tx, container, forecast, isAhead);
      await forecasts.keepSaid(tx, container, forecast);
      if (soc50.length > 0) await forecasts.keepPast(tx, container.id, past);
    });
    this.counts.made++;
    return forecast;
  }

  async #learn(container: forecasts.ForecastContainer): Promise<Learned> {
    const nowMs = this.#clock.now();
    const known = this.#learned.get(container.id);
    if (known && nowMs - known.atMs < staysMs(known)) return this.#withLatestSun(container.id, known);
    const forgotten = this.#forgotten;
    const toMs = fullHour(nowMs);
    const fromMs = toMs - historyDays * 24 * hourMs;
    const names = new Set([...servedMetrics, ...curtailedMetrics, ...sourceMetrics, ...generatorMetrics]);
    const hourly = await readHourly(this.#db, container.id, [...names], fromMs, toMs);
    const place = placeOf(container);
    const solar = hourly["solar.power"];
    const soc = hourly["battery.soc"];
    const isCurtailed = curtailedHours(hourly, solar.values.length);
    const stored = await forecasts.findSetting(this.#db, container.id);
    const panels = stored ? { tiltDeg: stored.tilt, azimuthDeg: stored.azimuth } : usualPanels(place ?? equator);
    const { cutSoc } = container;
    // Of a charge that has passed nobody knows whether it proves anything.
    const lowSoc = lowSocOf({ reserveSoc: stored?.reserveSoc ?? null, cutSoc, soc: null, isCut: false });
    const load = servedLoad(hourly["load.power"], hourly, lowSoc);
    const learned: Learned = {
      atMs: nowMs,
      load,
      model: learnLoad(load, hourOfWeekIn(container.zoneName)),
      soc,
      solar,
      isCurtailed,
      isLimited: limitedHours(hourly, solar.values.length),
      past: await forecasts.listPast(this.#db, container.id),
      shares: {
        ...learnShares(fromMs, place ? solar.values : [], isCurtailed, place ?? equator, panels),
        ceilingW: learnCeilingW(solar.quarters),
      },
      capacityWh: learnCapacityWh(soc, hourly["battery.power"]),
      usualSwitches: usualSwitches(hourly),
      dcW: meanOf(hourly["load.dc.power"]),
      chargeLimitW: learnChargeLimitW(hourly),
      usualStart: container.hasGenerator === true ? usualStart(hourly) : undefined,
      draw: learnDraw(hourly["load.power"], hourly["battery.power"], solar),
    };
    return this.#keep(container.id, learned, forgotten);
  }

  /** With the sun of the hours since: what is learned from weeks may be old by hours, but panels go dark within one. */
  async #withLatestSun(containerId: string, learned: Learned): Promise<Learned> {
    const { solar, isCurtailed, isLimited } = learned;
    const fromMs = solar.fromMs + solar.values.length * hourMs;
    const toMs = fullHour(this.#clock.now());
    if (toMs <= fromMs) return learned;
    const forgotten = this.#forgotten;
    // One hour more: whether the first one was curtailed is told from the one before it, too.
    const hourly = await readHourly(this.#db, containerId, latestMetrics, fromMs - hourMs, toMs);
    const added = hourly["solar.power"].values;
    const latest = {
      ...learned,
      solar: { ...solar, values: [...Array.from(solar.values), ...Array.from(added).slice(1)] },
      isCurtailed: [...isCurtailed, ...curtailedHours(hourly, added.length).slice(1)],
      isLimited: [...isLimited, ...limitedHours(hourly, added.length).slice(1)],
    };
    return this.#keep(containerId, latest, forgotten);
  }

  /** @param forgotten As it was before anything was read. */
  #keep(containerId: string, learned: Learned, forgotten: number): Learned {
    if (forgotten !== this.#forgotten) return learned;
    if (this.#learned.size >= mostLearned) this.#learned.clear();
    this.#learned.set(containerId, learned);
    return learned;
  }
}

/** For how long what was learned counts. */
function staysMs({ model }: Learned): number {
  if (model.days < neededDays) return unlearnedFreshMs;
  return model.days < historyDays ? growingFreshMs : learnedFreshMs;
}

/**
 * Corrects a service's forecast by what came of earlier ones; the clear-sky one is already based on its own days. Either is
 * trusted less where it would have failed on the last day.
 */
function calibrated(
  solar: SolarForecast,
  setting: ForecastSetting,
  { past, shares, solar: measured, isCurtailed, isLimited }: Learned,
): CorrectedSun {
  const kept = past.filter(({ source }) => source === solar.source);
  const expected = kept.flatMap(({ madeAtMs, solar: hours }) =>
    hours.slice(0, 24).map((w, hour) => ({ atMs: fullHour(madeAtMs) + hour * hourMs, w })),
  );
  const came = untakenUnknown(measured, isCurtailed);
  const isService = solar.source !== "clear_sky" && solar.source !== "none";
  // Each by the days before it: what has come since must not make an earlier forecast look better than it was.
  const correct = (hours: readonly SolarStep[]) =>
    belowCeiling(isService ? calibrate(hours, expected, came) : hours, limitOf(setting, shares));
  const toMs = solar.steps[0]?.atMs ?? 0;
  const lastDay = { fromMs: toMs - 24 * hourMs, toMs };
  const said = withComputed(pastSolar(kept, lastDay), solar.past)
    .filter(({ atMs }) => atMs >= lastDay.fromMs)
    .map(({ atMs, likelyW: w }) => ({ atMs, p10: w, p50: w, p90: w }));
  const saidOfDay = correct(said).map(({ atMs, p50 }) => ({ atMs, w: p50 }));
  const wasLimited = wasHeldBack(saidOfDay, { fromMs: measured.fromMs, hours: isLimited });
  const doubted = afterLastDay(correct(solar.steps), shareToExpect(saidOfDay, came, wasLimited));
  const isConditional = !doubted.isRefuted && needsClearSky({ source: solar.source, steps: doubted.steps });
  const isChargeLimited = wasLimited && !doubted.isRefuted;
  return { ...solar, past: correct(solar.past), ...doubted, isChargeLimited, needsClearSky: isConditional };
}

const equator = { latitudeDeg: 0, longitudeDeg: 0 };
