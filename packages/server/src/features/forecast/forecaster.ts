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
  errorOf,
  forecastHours,
  fullHour,
  historyDays,
  makeForecast,
} from "./blackout-forecast.ts";
import * as forecasts from "./forecast.store.ts";
import { readHourly } from "./history.store.ts";
import { type SolarForecast, forecastSolar, placeOf, settingOf } from "./solar-forecast.ts";
import { hourMs, learnShares, usualPanels } from "./solar-model.ts";

/** A forecast is made anew after so long, and what it learns from is read anew. */
const freshMs = 15 * 60_000;
const learnedFreshMs = 6 * hourMs;
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
    if (known) return atNow(known, nowMs);
    return this.#makeOnce(site, screenPatienceMs);
  }

  /** What the site's panels are expected to give in the next hours. */
  async solar(
    site: forecasts.ForecastSite,
    hours: number,
  ): Promise<SolarForecast & { setting: ForecastSetting }> {
    const { shares } = await this.#learn(site);
    const setting = settingOf(await forecasts.findSetting(this.#db, site.id), site, shares);
    const fromMs = fullHour(this.#clock.now());
    const parts = { outside: this.#outside, config: this.#config };
    return { ...(await forecastSolar(parts, site, setting, shares, fromMs, hours, screenPatienceMs)), setting };
  }

  /** Its panels are others now: what is known of it is old. */
  forget(containerId: string): void {
    this.#learned.delete(containerId);
  }

  /** Makes the forecasts that are due. @returns how many. */
  async work(): Promise<number> {
    const due = await forecasts.listDue(this.#db, this.#clock.now() - freshMs, sitesPerTurn);
    for (const site of due) {
      if (this.#turns.isStopping) break;
      await this.#makeOnce(site, workerPatienceMs);
      await untilIdle();
    }
    return due.length;
  }

  async #turn(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (!isDatabaseAway(error)) this.#log.warn({ err: error }, "a forecast could not be made");
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
    const past = await forecasts.findPast(this.#db, site.id, nowMs);
    const forecast = makeForecast(site, setting, learned, solar, nowMs);
    forecast.lastError = past ? errorOf(past, learned.soc) : null;
    await forecasts.saveForecast(this.#db, site.id, forecast);
    return forecast;
  }

  async #learn(site: forecasts.ForecastSite): Promise<Learned> {
    const nowMs = this.#clock.now();
    const known = this.#learned.get(site.id);
    if (known && nowMs - known.atMs < learnedFreshMs) return known;
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
      soc,
      shares: learnShares(fromMs, place ? solar.values : [], soc.values, place ?? equator, panels),
      capacityWh: learnCapacityWh(soc, hourly["battery.power"]),
      draw: learnDraw(hourly["load.power"], hourly["battery.power"], solar),
    };
    if (this.#learned.size >= mostLearned) this.#learned.clear();
    this.#learned.set(site.id, learned);
    return learned;
  }
}

const equator = { latitudeDeg: 0, longitudeDeg: 0 };
