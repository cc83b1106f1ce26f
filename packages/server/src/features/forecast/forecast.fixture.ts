/** Containers with days of history and the present, and a forecaster whose rounds run when the test says so. */
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";

import { ExternalServices } from "../../external/external-services.ts";
import { ensureContainer, thePortal } from "../../testing/cast.ts";
import { type StandIn, standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { type TestClock, testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";
import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { Forecaster } from "./forecaster.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
const now = Date.UTC(2026, 5, 10, 15, 5);
const names = ["load.power", "solar.power", "battery.power", "battery.soc"];

export const log = pino({ level: "silent" });

/** Answers in place of the services for weather and sun; it fails until a test says otherwise. */
export let service: StandIn;
export let clock: TestClock;

/** For the top of a test file. */
export function beforeForecasts(): void {
  beforeAll(async () => {
    service = await startStandIn({ status: 500, body: {} });
    clock = testClock(now);
    const config = {
      externalServices: "on",
      externalAllow: standInNetworks,
      openMeteoUrl: service.url,
      solcastUrl: service.url,
      solcastToken: "sun-credential",
    } as const;
    await thePortal({ clock, config });
    await measure("lodwar", 10);
    await measure("young", 3);
    await ensureContainer("silent");
    const worker = workerOn((await thePortal()).database, clock);
    while (await worker.work(true));
  }, 120_000);
  afterAll(() => service.stop());
}

/**
 * Days of quarter hours: a load of 600 W, sun from 4 to 14 o'clock UTC, a battery of 10 kWh between 45 and 85 %.
 * @param lastDay Part of that sun that the last of them had, by hour of the day in UTC.
 * @param atLimit In which of its hours the battery allowed no more current; left out: it reports no limit.
 */
export async function measure(
  containerId: string,
  days: number,
  lastDay: (hour: number) => number = () => 1,
  atLimit?: (hour: number) => boolean,
): Promise<void> {
  const frames: [number, number[]][] = [];
  let stored = 6_000;
  for (let atMs = now - (now % (15 * minute)) - days * day; atMs <= now; atMs += 15 * minute) {
    const at = new Date(atMs).getUTCHours();
    const solar = at >= 4 && at < 14 ? 1_440 * (atMs < now - day ? 1 : lastDay(at)) : 0;
    const battery = solar - 600;
    stored = Math.min(9_500, Math.max(1_000, stored + battery / 4));
    const current = atLimit?.(at) && atMs >= now - day ? 20 : 5;
    frames.push([atMs, [600, solar, battery, stored / 100, ...(atLimit ? [current, 20] : [])]]);
  }
  await store(containerId, atLimit ? [...names, "battery.current", "battery.charge_limit"] : names, frames, 60);
  await placed(containerId);
  await isNow(containerId, 60);
}

export async function placed(containerId: string): Promise<void> {
  const { db } = (await thePortal()).database;
  const place = { latitude: 3.1191, longitude: 35.5973, zoneName: "Africa/Nairobi" };
  await db.updateTable("container").set(place).where("id", "=", containerId).execute();
}

/** Live values as if the container had sent them just now. */
export async function isNow(containerId: string, soc: number, more: Record<string, number> = {}): Promise<void> {
  const { db } = (await thePortal()).database;
  const at = new Date(clock.now());
  const values = { "battery.soc": soc, "battery.capacity": 10_000, ...more };
  const liveValues = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, at.getTime()]])),
  );
  await db.updateTable("containerLatest").set({ liveValues, soc, at }).where("containerId", "=", containerId).execute();
}

/** The portal's rounds, run when the test says so. */
export async function forecasterAlone(): Promise<Forecaster> {
  const { database, config } = await thePortal();
  const { db } = database;
  const external = new ExternalServices({ externalServices: "off", externalAllow: [] }, { db, clock, log });
  return new Forecaster({ db, clock, log, external, config });
}

export async function madeAt(containerId: string): Promise<Date | undefined> {
  const { db } = (await thePortal()).database;
  const query = db.selectFrom("containerForecast").select("computedAt").where("containerId", "=", containerId);
  return (await query.executeTakeFirst())?.computedAt;
}
