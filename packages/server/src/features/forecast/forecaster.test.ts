import { usualPanels } from "@offgrid/contract/core/irradiance";
import { expect, onTestFinished, test, vi } from "vitest";

import { PostgresBus } from "../../bus/postgres.bus.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import {
  beforeForecasts,
  clock,
  day,
  forecasterAlone,
  isNow,
  log,
  madeAt,
  measure,
  minute,
  placed,
} from "./forecast.fixture.ts";
import { store } from "../charts/charts.fixture.ts";
import { clearPlaneWPerM2 } from "./solar-model.ts";
import { mustFindContainer } from "./forecast.store.ts";
import { subscribeForecast } from "./forecast.subscriptions.ts";
import type { Forecaster } from "./forecaster.ts";

beforeForecasts();

test("when someone looks, history that came in later is learned from within a minute", async () => {
  await measure("imported", 3);
  const { ines } = await cast({ ines: { role: "user", containers: ["imported"] } });
  const state = async () => (await ines.call("getBlackoutForecast", { containerId: "imported" })).data.state;
  expect(await state()).toBe("learning");
  await measure("imported", 10);
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
  clock.advance(minute);
  await isNow("imported", 60);
  expect(["dip", "blackout"]).toContain(await state());
});

test("the round comes back within minutes to a container that lacked something, to others in a quarter of an hour", async () => {
  await measure("fresh", 1);
  const forecaster = await forecasterAlone();
  clock.advance(20 * minute);
  await isNow("lodwar", 60);
  while ((await forecaster.work()) > 0);
  const firstMs = clock.now();
  clock.advance(4 * minute);
  await isNow("fresh", 60);
  await isNow("lodwar", 60);
  while ((await forecaster.work()) > 0);
  expect(await madeAt("fresh")).toEqual(new Date(clock.now()));
  expect(await madeAt("lodwar")).toEqual(new Date(firstMs));
});

test("a forecast that the round made before a charge came, as after a pause, is made again within seconds of the first one", async () => {
  const forecaster = await forecasterAlone();
  const rounds = async () => {
    while ((await forecaster.work()) > 0);
  };
  const { db } = (await thePortal()).database;
  const known = async () => {
    const found = db.selectFrom("containerForecast").select(["state", "computedAt"]);
    return found.where("containerId", "=", "lodwar").executeTakeFirstOrThrow();
  };
  clock.advance(30 * minute);
  await rounds();
  const blind = await known();
  expect(blind).toEqual({ state: "blind", computedAt: new Date(clock.now()) });
  clock.advance(11_000);
  await rounds();
  expect(await known()).toEqual(blind);
  await isNow("lodwar", 60);
  await rounds();
  const seeing = await known();
  expect(seeing.computedAt).toEqual(new Date(clock.now()));
  expect(seeing.state).not.toBe("blind");
  clock.advance(11_000);
  await isNow("lodwar", 61);
  await rounds();
  expect(await known()).toEqual(seeing);
});

test("while a history is being imported the round has a forecast from it within seconds, before its rollups", async () => {
  await measure("arriving", 1);
  const forecaster = await forecasterAlone();
  const { db } = (await thePortal()).database;
  const state = async () => {
    while ((await forecaster.work()) > 0);
    const query = db.selectFrom("containerForecast").select("state").where("containerId", "=", "arriving");
    return (await query.executeTakeFirst())?.state;
  };
  clock.advance(20 * minute);
  await isNow("arriving", 60);
  expect(await state()).toBe("learning");
  await measure("arriving", 10);
  await isNow("arriving", 60);
  expect(await state()).toBe("learning");
  clock.advance(10_001);
  expect(["dip", "blackout"]).toContain(await state());
});

test("a container whose forecast cannot be made does not hold up the others, and is tried again later", async () => {
  const forecaster = await forecasterAlone();
  const { db } = (await thePortal()).database;
  await measure("astray", 1);
  await isNow("lodwar", 60);
  await db.updateTable("container").set({ zoneName: "Nowhere/AtAll" }).where("id", "=", "astray").execute();
  clock.advance(20 * minute);
  while ((await forecaster.work()) > 0);
  expect(await madeAt("astray")).toBeUndefined();
  expect(await madeAt("lodwar")).toEqual(new Date(clock.now()));
  await db.updateTable("container").set({ zoneName: "Africa/Nairobi" }).where("id", "=", "astray").execute();
  expect(await forecaster.work()).toBe(0);
  clock.advance(15 * minute);
  while ((await forecaster.work()) > 0);
  expect(await madeAt("astray")).toEqual(new Date(clock.now()));
});

test("changed panels count in every process, even in one that missed the event", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["lodwar"] } });
  const { database } = await thePortal();
  const bus = new PostgresBus(database, log);
  await bus.start();
  onTestFinished(() => bus.stop());
  const elsewhere = await forecasterAlone();
  onTestFinished(subscribeForecast(bus, elsewhere, log));
  const container = await mustFindContainer(database.db, amina, "lodwar");
  const stepsAt = async (forecaster: Forecaster) => (await forecaster.solar(container, 24, 0)).steps;
  const learnedNow = async () => stepsAt(await forecasterAlone());
  const isUpToDate = async () => expect(await stepsAt(elsewhere)).toEqual(await learnedNow());
  await isUpToDate();
  const roof = { provider: "clear_sky", capacity: 2_000, tilt: 70, azimuth: 90, loss: 10 } as const;
  await amina.call("setForecast", { containerId: "lodwar", ...roof });
  await vi.waitFor(isUpToDate, { timeout: 30_000 });
  // As in a process that missed the event.
  await database.db.updateTable("forecastSetting").set({ tilt: 10 }).where("containerId", "=", "lodwar").execute();
  expect(await stepsAt(elsewhere)).not.toEqual(await learnedNow());
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'offgrid-portal bus'",
  );
  await vi.waitFor(isUpToDate, { timeout: 30_000 });
});

test("after clearly less sun than forecast on a day, or lately, the return of loads is a doubtful one; else it is not", async () => {
  await measure("snowy", 10, () => 0.1);
  await measure("dark", 10, (at) => (at < 11 ? 1 : 0.02));
  await measure("sunny", 10);
  const { amina } = await cast({ amina: { role: "user", containers: ["snowy", "dark", "sunny"] } });
  const { db } = (await thePortal()).database;
  const stateOf = async (containerId: string) => {
    const loads = { cutSoc: 13, backSoc: 28, cutSince: new Date(clock.now() - 60 * minute) };
    await db.updateTable("containerLatest").set(loads).where("containerId", "=", containerId).execute();
    await isNow(containerId, 12);
    return (await amina.call("getBlackoutForecast", { containerId })).energy;
  };
  const snowy = await stateOf("snowy");
  expect(snowy).toMatchObject({ level: "cut", back: { isDoubtful: true } });
  expect(snowy.back?.sunPercent).toBeLessThan(60);
  expect(await stateOf("dark")).toMatchObject({ level: "cut", back: { isDoubtful: true } });
  const sunny = await stateOf("sunny");
  expect(sunny).toMatchObject({ level: "cut", backAt: expect.any(String) as string });
  expect(sunny.back).not.toHaveProperty("isDoubtful");
  expect(sunny.back).not.toHaveProperty("sunPercent");
  const { data } = await amina.call("getSitesV2", {});
  expect(data.find(({ containerId }) => containerId === "snowy")?.energy.back).toEqual(snowy.back);
  clock.advance(30 * minute);
  const blind = await amina.call("getBlackoutForecast", { containerId: "snowy" });
  expect(blind).toMatchObject({ data: { state: "blind" }, energy: { level: "cut", back: snowy.back } });
});

test("after a day on which the battery allowed no more current, that is why no return is known, and no panels are blamed", async () => {
  // Held back until noon, and then a sun too weak for the limit.
  await measure(
    "cold",
    10,
    (at) => (at < 12 ? 0.6 : 0.42),
    (at) => at >= 4 && at < 12,
  );
  const { amina } = await cast({ amina: { role: "user", containers: ["cold"] } });
  const loads = { cutSoc: 13, backSoc: 28, cutSince: new Date(clock.now() - 60 * minute) };
  const { db } = (await thePortal()).database;
  await db.updateTable("containerLatest").set(loads).where("containerId", "=", "cold").execute();
  await isNow("cold", 26);
  const { data, energy } = await amina.call("getBlackoutForecast", { containerId: "cold" });
  expect(data).toMatchObject({ sunPercent: null, isChargeLimited: true });
  expect(energy).toMatchObject({ level: "cut", backAt: null, noReturn: "charge_limit" });
  expect(energy).not.toHaveProperty("back");
});

test("the round renews a forecast within seconds once loads have power again, or are cut, before all that are only old", async () => {
  await measure("restored", 10);
  const forecaster = await forecasterAlone();
  const { db } = (await thePortal()).database;
  const loads = async (cutSince: Date | null) => {
    await db.updateTable("containerLatest").set({ cutSince }).where("containerId", "=", "restored").execute();
    await isNow("restored", 40);
  };
  const { amina } = await cast({ amina: { role: "user", containers: ["restored"] } });
  clock.advance(20 * minute);
  await loads(new Date(clock.now() - 60 * minute));
  while ((await forecaster.work()) > 0);
  const cutMs = clock.now();
  expect(await madeAt("restored")).toEqual(new Date(cutMs));
  clock.advance(10_001);
  await loads(null);
  const { data } = await amina.call("getSitesV2", {});
  expect(data[0]?.energy.level).toBe("computing");
  expect(await forecaster.work()).toBeGreaterThan(0);
  expect(await madeAt("restored")).toEqual(new Date(clock.now()));
  const row = (await amina.call("getSitesV2", {})).data[0];
  expect(row?.energy).toMatchObject({ level: "cut_ahead", cutAt: row?.blackout?.likely });
  // Asked for by a screen, it is made again before the round comes.
  await loads(new Date(clock.now()));
  clock.advance(1_000);
  const asked = await amina.call("getBlackoutForecast", { containerId: "restored" });
  expect(asked.data.at).toBe(new Date(clock.now()).toISOString());
});

test("a forecast of the sun that the last day refutes is in doubt also where no cut is expected", async () => {
  await measure("overcast", 10, () => 0.1);
  await measure("bright", 10);
  const { amina } = await cast({ amina: { role: "user", containers: ["overcast", "bright"] } });
  const of = async (containerId: string) => {
    await isNow(containerId, 99, { "battery.capacity": 100_000 });
    return (await amina.call("getBlackoutForecast", { containerId })).data;
  };
  const overcast = await of("overcast");
  expect(overcast.sunPercent).toBeLessThan(60);
  expect(overcast.dip).toBeNull();
  expect((await of("bright")).sunPercent).toBeNull();
});

test("in doubt one future is drawn, counted and said: that of the sun as it lately came", async () => {
  await measure("doubted", 10, () => 0.03);
  const { amina } = await cast({ amina: { role: "user", containers: ["doubted"] } });
  await isNow("doubted", 90);
  const { data, energy } = await amina.call("getBlackoutForecast", { containerId: "doubted" });
  const weather = await amina.call("getSolcastQuery", { containerId: "doubted", hours: 48 });
  const share = (data.sunPercent ?? 100) / 100;
  expect(share).toBeLessThan(0.6);
  expect(data.solar).toEqual(weather.data.map(({ pv_estimate }) => Math.round(pv_estimate * share)));
  for (const [hour, powerW] of data.taken.entries()) expect(powerW).toBeLessThanOrEqual(data.solar[hour]! + 1);
  // The charge that is drawn falls by what is drawn of the loads, and the headline has the cut at which it arrives.
  const wh = (values: readonly number[]) => values.slice(1).reduce((sum, powerW) => sum + powerW, 0);
  const fallenWh = ((data.soc50[0]! - data.soc50.at(-1)!) / 100) * 10_000;
  expect(Math.abs(wh(data.served) - wh(data.taken) - fallenWh)).toBeLessThan(0.15 * fallenWh);
  expect(data.soc50.at(-1)! - data.cutOff.soc).toBeLessThan(5);
  expect(energy).toMatchObject({ level: "cut_ahead", cutAt: data.likely });
});

test("a generator that reports for the first time is known at once, not with the next forecast", async () => {
  await measure("powered", 10);
  await isNow("powered", 30);
  const { amina } = await cast({ amina: { role: "user", containers: ["powered"] } });
  const forecast = async () => amina.call("getBlackoutForecast", { containerId: "powered" });
  const before = await forecast();
  expect(before).toMatchObject({ data: { hasGenerator: false }, energy: { level: "cut_ahead" } });
  await isNow("powered", 30, { "generator.on": 0 });
  const after = await forecast();
  expect(after.data.at).toBe(before.data.at);
  expect(after).toMatchObject({ data: { hasGenerator: true }, energy: { level: "generator_ahead" } });
});

test("a generator that starts by itself each day is counted on, until the charge is clearly below where it starts", async () => {
  // Down to 30 % in the afternoon, where it starts and charges for six hours.
  const frames = Array.from({ length: 10 * 96 }, (_, place): [number, number[]] => {
    const quarter = place % 96;
    const runs = quarter >= 60 && quarter < 84;
    const soc = quarter < 60 ? 60 - quarter / 2 : runs ? 30 + (quarter - 60) * 1.25 : 60;
    return [clock.now() - (clock.now() % day) - 10 * day + place * 15 * minute, [600, runs ? 2_000 : -600, soc, +runs]];
  });
  await store("harbour", ["load.power", "battery.power", "battery.soc", "generator.on"], frames, 60);
  await placed("harbour");
  const { amina } = await cast({ amina: { role: "user", containers: ["harbour"] } });
  const { database } = await thePortal();
  const after = async (soc: number, more: Record<string, number>) => {
    clock.advance(16 * minute);
    await isNow("harbour", soc, more);
    const { data, energy } = await amina.call("getBlackoutForecast", { containerId: "harbour" });
    const row = (await amina.call("getSitesV2", {})).data[0];
    expect(row?.energy).toEqual(energy);
    const { rows } = await database.pool.query(
      "select hours, lowest_soc from forecast_said where container_id = 'harbour' order by at desc limit 1",
    );
    return { ...data, energy, said: rows[0] };
  };
  const counted = await after(40, { "generator.on": 0 });
  expect(counted).toMatchObject({ state: "safe", likely: null, blackout: null, generatorStart: { soc: 30 } });
  expect(Date.parse(counted.generatorStart?.withoutAt ?? "")).toBeGreaterThan(clock.now());
  expect(counted.energy).toMatchObject({ level: "normal", cutAt: null, generatorStart: { soc: 30 } });
  // No rule sees a cut ahead, or a charge below where it starts.
  expect(counted.said).toMatchObject({ hours: null, lowest_soc: 30 });
  expect(await after(27, { "generator.on": 0 })).toMatchObject({ energy: { level: "normal" } });
  const missed = await after(24, { "generator.on": 0 });
  expect(missed.energy.level).toBe("generator_ahead");
  expect([missed.generatorStart, missed.energy.generatorStart]).toEqual([undefined, undefined]);
  const running = await after(24, { "generator.on": 1, "battery.power": 2_000 });
  expect(running).toMatchObject({ likely: null, energy: { level: "generator_running", generatorStart: { soc: 30 } } });
  // One that runs and does not suffice spares no cut.
  expect((await after(24, { "generator.on": 1, "battery.power": -400 })).likely).not.toBeNull();
});

test("no more sun is expected than the chargers were seen to give, however many panels the mornings show", async () => {
  const roof = usualPanels({ latitudeDeg: 3.1191 });
  const frames = Array.from({ length: 10 * 96 }, (_, quarter): [number, number[]] => {
    const atMs = clock.now() - (clock.now() % day) - 10 * day + quarter * 15 * minute;
    const light = clearPlaneWPerM2(atMs, { latitudeDeg: 3.1191, longitudeDeg: 35.5973 }, roof);
    const isFull = new Date(atMs).getUTCHours() >= 8 && light > 0;
    return [atMs, [600, isFull ? 600 : Math.min(1_440, 3 * light), 0, isFull ? 99 : 60]];
  });
  await store("chargers", ["load.power", "solar.power", "battery.power", "battery.soc"], frames, 60);
  await placed("chargers");
  await isNow("chargers", 60);
  const { amina } = await cast({ amina: { role: "user", containers: ["chargers"] } });
  const weather = await amina.call("getSolcastQuery", { containerId: "chargers", hours: 48 });
  expect(Math.max(...weather.data.map(({ pv_estimate }) => pv_estimate))).toBe(1_440);
  const { data } = await amina.call("getBlackoutForecast", { containerId: "chargers" });
  expect(Math.max(...data.solar)).toBe(1_440);
});
