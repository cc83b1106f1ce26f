import type { BlackoutForecast, ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";
import type { Logger } from "pino";

import type { Clock } from "../../core/clock.ts";
import type { Config } from "../../core/config.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import type { Outside } from "../../core/outside.ts";
import { Turns, untilIdle } from "../../core/turns.ts";
import { learnCapacityWh, learnDraw } from "./battery-model.ts";
import {
  type Learned,
  atNow,
  forecastHours,
  fullHour,
  historyDays,
  hourOfWeekIn,
  isBlind,
  makeForecast,
  neededDays,
} from "./blackout-forecast.ts";
import { calibrate, untakenLeftOut } from "./calibration.ts";
import { learnLoad } from "./load-model.ts";
import * as forecasts from "./forecast.store.ts";
import { readHourly } from "./history.store.ts";
import { type SolarForecast, forecastSolar, placeOf, settingOf } from "./solar-forecast.ts";
import { hourMs, learnShares, usualPanels } from "./solar-model.ts";

/** A forecast is made anew after so long, and what it learns from is read anew. */
const freshMs = 15 * 60_000;
/** One that lacked history or a fresh charge is tried again sooner, for it may have come in. */
const lackingFreshMs = 3 * 60_000;
const learnedFreshMs = 6 * hourMs;
/** History that comes in after the fact, as by an import, is not long in being learned from by who looks. */
const unlearnedFreshMs = 60_000;
const mostLearned = 5_000;
const sitesPerTurn = 20;
const turnMs = 10_000;
const workerPatienceMs = 1_000;
const screenPatienceMs = 1_500;

/**
 * Forecasts when batteries reach their reserve: all of them round and round, and one at once where a screen asks for what
 * is older than a quarter of an hour.
 */
export class Forecaster {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #outside: Outside;
  readonly #config: Config;
  readonly #turns = new Turns(turnMs, () => this.#turn());
  readonly #learned = new Map<string, Learned>();
  readonly #underway = new Map<string, Promise<BlackoutForecast>>();
  /** Until when the round passes over a container whose forecast could not be made, ms. */
  readonly #setAside = new Map<string, number>();

  constructor(parts: { db: Db; clock: Clock; log: Logger; outside: Outside; config: Config }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#outside = parts.outside;
    this.#config = parts.config;
  }

  start(): void {
    this.#turns.start();
  }

  stop(): Promise<void> {
    return this.#turns.stop();
  }

  /** The forecast of a container, made anew when it is old. */
  async blackout(site: forecasts.ForecastSite): Promise<BlackoutForecast> {
    const nowMs = this.#clock.now();
    const known = await forecasts.findForecast(this.#db, site.id, nowMs - freshMs);
    // Of a container that is back the last word is not that it is away.
    if (known && (known.t.length > 0 || isBlind(site, nowMs))) return atNow(known, nowMs);
    return this.#makeOnce(site, screenPatienceMs);
  }

  /** What the site's panels are expected to give in the next hours. */
  async solar(site: forecasts.ForecastSite, hours: number): Promise<SolarForecast & { setting: ForecastSetting }> {
    const learned = await this.#learn(site);
    const setting = settingOf(await forecasts.findSetting(this.#db, site.id), site, learned.shares);
    const fromMs = fullHour(this.#clock.now());
    const parts = { outside: this.#outside, config: this.#config };
    const solar = await forecastSolar(parts, site, setting, learned.shares, fromMs, hours, screenPatienceMs);
    return { ...calibrated(solar, learned), setting };
  }

  /** Its panels are others now: what is known of it is old. */
  forget(containerId: string): void {
    this.#learned.delete(containerId);
  }

  /** Makes the forecasts that are due, as far as one turn goes. @returns how many were tried. */
  async work(): Promise<number> {
    const nowMs = this.#clock.now();
    for (const [id, untilMs] of this.#setAside) if (untilMs <= nowMs) this.#setAside.delete(id);
    const before = { ready: nowMs - freshMs, lacking: nowMs - lackingFreshMs };
    const due = await forecasts.listDue(this.#db, before, sitesPerTurn, [...this.#setAside.keys()]);
    for (const site of due) {
      if (this.#turns.isStopping) break;
      await this.#try(site);
      await untilIdle();
    }
    return due.length;
  }

  /** What is wrong with one container is not to keep the others from their turn. */
  async #try(site: forecasts.ForecastSite): Promise<void> {
    try {
      await this.#makeOnce(site, workerPatienceMs);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.#setAside.set(site.id, this.#clock.now() + freshMs);
      this.#log.warn({ err: error, containerId: site.id }, "a forecast could not be made");
    }
  }

  async #turn(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (!isDatabaseAway(error)) this.#log.warn({ err: error }, "a round of forecasts has ended early");
    }
  }

  /** A screen and the round ask for one at the same time. */
  #makeOnce(site: forecasts.ForecastSite, waitMs: number): Promise<BlackoutForecast> {
    const running = this.#underway.get(site.id);
    if (running) return running;
    const work = this.#make(site, waitMs).finally(() => this.#underway.delete(site.id));
    this.#underway.set(site.id, work);
    return work;
  }

  async #make(site: forecasts.ForecastSite, waitMs: number): Promise<BlackoutForecast> {
    const nowMs = this.#clock.now();
    const learned = await this.#learn(site);
    const stored = await forecasts.findSetting(this.#db, site.id);
    const setting = settingOf(stored, site, learned.shares);
    const fromMs = fullHour(nowMs);
    const parts = { outside: this.#outside, config: this.#config };
    const solar = await forecastSolar(parts, site, setting, learned.shares, fromMs, forecastHours, waitMs);
    const forecast = makeForecast(site, setting, learned, calibrated(solar, learned), nowMs);
    await forecasts.saveForecast(this.#db, site.id, forecast);
    const { soc50 } = forecast;
    if (soc50.length > 0) {
      const past = { madeAtMs: nowMs, soc: soc50, solar: solar.steps.map(({ p50 }) => p50), source: solar.source };
      await forecasts.keepPast(this.#db, site.id, past);
    }
    return forecast;
  }

  async #learn(site: forecasts.ForecastSite): Promise<Learned> {
    const nowMs = this.#clock.now();
    const known = this.#learned.get(site.id);
    const staysMs = known && known.model.days >= neededDays ? learnedFreshMs : unlearnedFreshMs;
    if (known && nowMs - known.atMs < staysMs) return known;
    const toMs = fullHour(nowMs);
    const fromMs = toMs - historyDays * 24 * hourMs;
    const names = ["load.power", "solar.power", "battery.power", "battery.soc"] as const;
    const hourly = await readHourly(this.#db, site.id, names, fromMs, toMs);
    const place = placeOf(site);
    const solar = hourly["solar.power"];
    const soc = hourly["battery.soc"];
    const stored = await forecasts.findSetting(this.#db, site.id);
    const panels = stored ? { tiltDeg: stored.tilt, azimuthDeg: stored.azimuth } : usualPanels(place ?? equator);
    const learned: Learned = {
      atMs: nowMs,
      load: hourly["load.power"],
      model: learnLoad(hourly["load.power"], hourOfWeekIn(site.zoneName)),
      soc,
      solar,
      past: await forecasts.listPast(this.#db, site.id),
      shares: learnShares(fromMs, place ? solar.values : [], soc.values, place ?? equator, panels),
      capacityWh: learnCapacityWh(soc, hourly["battery.power"]),
      draw: learnDraw(hourly["load.power"], hourly["battery.power"], solar),
    };
    if (this.#learned.size >= mostLearned) this.#learned.clear();
    this.#learned.set(site.id, learned);
    return learned;
  }
}

/** A forecast from outside by what came of earlier ones; that of the clear sky is made of the site's own days already. */
function calibrated(solar: SolarForecast, { past, solar: measured, soc }: Learned): SolarForecast {
  if (solar.source === "clear_sky" || solar.source === "none") return solar;
  const expected = past
    .filter(({ source }) => source === solar.source)
    .flatMap(({ madeAtMs, solar: hours }) =>
      hours.slice(0, 24).map((w, hour) => ({ atMs: fullHour(madeAtMs) + hour * hourMs, w })),
    );
  return { ...solar, steps: calibrate(solar.steps, expected, untakenLeftOut(measured, soc)) };
}

const equator = { latitudeDeg: 0, longitudeDeg: 0 };
