import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { PostgresBus } from "../../bus/postgres.bus.ts";
import { ExternalServices } from "../../external/external-services.ts";
import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { type StandIn, standInNetworks, startStandIn } from "../../testing/stand-in.ts";
import { type TestClock, testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";
import { workerOn } from "../../history/rollups.fixture.ts";
import { mustFindContainer } from "./forecast.store.ts";
import { subscribeForecast } from "./forecast.subscriptions.ts";
import { Forecaster } from "./forecaster.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 10, 15, 5);
const names = ["load.power", "solar.power", "battery.power", "battery.soc"];

const log = pino({ level: "silent" });

let service: StandIn;
let clock: TestClock;

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

/** Days of quarter hours: a load of 600 W, sun from 4 to 14 o'clock UTC, a battery of 10 kWh between 45 and 85 %. */
async function measure(containerId: string, days: number): Promise<void> {
  const frames: [number, number[]][] = [];
  let stored = 6_000;
  for (let atMs = now - (now % (15 * minute)) - days * day; atMs <= now; atMs += 15 * minute) {
    const at = new Date(atMs).getUTCHours();
    const solar = at >= 4 && at < 14 ? 1_440 : 0;
    const battery = solar - 600;
    stored = Math.min(9_500, Math.max(1_000, stored + battery / 4));
    frames.push([atMs, [600, solar, battery, stored / 100]]);
  }
  await store(containerId, names, frames, 60);
  await placed(containerId);
  await isNow(containerId, 60);
}

async function placed(containerId: string): Promise<void> {
  const { db } = (await thePortal()).database;
  const place = { latitude: 3.1191, longitude: 35.5973, zoneName: "Africa/Nairobi" };
  await db.updateTable("container").set(place).where("id", "=", containerId).execute();
}

/** Live values as if the container had sent them just now. */
async function isNow(containerId: string, soc: number, more: Record<string, number> = {}): Promise<void> {
  const { db } = (await thePortal()).database;
  const at = new Date(clock.now());
  const values = { "battery.soc": soc, "battery.capacity": 10_000, ...more };
  const liveValues = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value, at.getTime()]])),
  );
  await db.updateTable("containerLatest").set({ liveValues, soc, at }).where("containerId", "=", containerId).execute();
}

/** The portal's rounds, run when the test says so. */
async function forecasterAlone(): Promise<Forecaster> {
  const { database, config } = await thePortal();
  const { db } = database;
  const external = new ExternalServices({ externalServices: "off", externalAllow: [] }, { db, clock, log });
  return new Forecaster({ db, clock, log, external, config });
}

async function madeAt(containerId: string): Promise<Date | undefined> {
  const { db } = (await thePortal()).database;
  const query = db.selectFrom("containerForecast").select("computedAt").where("containerId", "=", containerId);
  return (await query.executeTakeFirst())?.computedAt;
}

const people = () =>
  cast({
    amina: { role: "user", containers: ["lodwar", "young", "silent"] },
    tom: { role: "customer_staff", containers: ["lodwar"] },
  });

test("without sun ahead the battery reaches its reserve at night, and the forecast says when, how surely and why", async () => {
  const { amina } = await people();
  const { data } = await amina.call("getBlackoutForecast", { containerId: "lodwar" });
  // 60 % to 20 % of 10 kWh at 600 W and what is lost on the way: a little less than 6.7 h.
  const { blackout, dip } = data;
  expect(data).toMatchObject({
    state: "blackout",
    soc: { value: 60 },
    capacity: { value: 10_000, from: "reported" },
    reserveSoc: 20,
    cutOff: { soc: 20, from: "assumed" },
    loadOnly: false,
    solarSource: "clear_sky",
    solarProblem: "unreachable",
    neededDays: 7,
    missing: [],
  });
  expect(blackout?.chance).toBe(1);
  expect(blackout?.hours).toBeGreaterThan(5.5);
  expect(blackout?.hours).toBeLessThan(6.8);
  expect(data.likely).toBe(blackout?.likely);
  expect(dip?.from).toBe(blackout?.likely);
  expect(data.historyDays).toBeGreaterThanOrEqual(9);
  for (const list of [data.t, data.soc10, data.soc50, data.soc90, data.load, data.solar]) expect(list).toHaveLength(48);
  expect(data.t[0]).toBe(Date.UTC(2026, 5, 10, 16) / 1_000);
  expect(data.load.every((w) => Math.abs(w - 600) < 20)).toBe(true);
  expect(data.solar[2]).toBe(0);
  expect(Math.max(...data.solar)).toBeGreaterThan(700);
});

test("lists and the container's page have it in brief, and its hours count down by themselves", async () => {
  const { amina } = await people();
  await amina.call("getBlackoutForecast", { containerId: "lodwar" });
  const brief = async () => {
    const { data } = await amina.call("getSitesV2", {});
    return data.find(({ containerId }) => containerId === "lodwar")?.blackout;
  };
  const before = await brief();
  expect(before).toMatchObject({ state: "blackout" });
  expect((await amina.call("getContainerInfoV4", { containerId: "lodwar" })).data.forecast).toEqual(before);
  const asked = await amina.call("getBlackoutForecast", { containerId: "lodwar" });
  const { data: rows } = await amina.call("getSitesV2", {});
  expect(asked.energy).toMatchObject({ level: "cut_ahead", cutAt: asked.data.likely, backAt: asked.data.dip?.to });
  expect((await amina.call("getContainerInfoV4", { containerId: "lodwar" })).data.energy).toEqual(asked.energy);
  expect(rows.find(({ containerId }) => containerId === "lodwar")?.energy).toEqual(asked.energy);
  clock.advance(12 * minute);
  const later = await brief();
  expect(later?.likely).toBe(before?.likely);
  expect((before?.hours ?? 0) - (later?.hours ?? 0)).toBeCloseTo(0.2, 6);
  const { data } = await amina.call("getSitesV2", {});
  expect(data.find(({ containerId }) => containerId === "silent")?.blackout).toBeNull();
});

test("the fleet's forecast sums those of the containers that the caller sees, and says how many it counts", async () => {
  const { amina, tom } = await people();
  const { data: own } = await amina.call("getBlackoutForecast", { containerId: "lodwar" });
  const { data } = await amina.call("getFleetForecast", {});
  expect(data).toMatchObject({ counted: 1, of: 3 });
  expect(data.t[0]).toBe((own.t[0] ?? 0) * 1_000 - hour);
  expect(data.consumption).toEqual(own.load);
  expect(data.generation).toEqual(own.solar);
  expect((await tom.call("getFleetForecast", {})).data).toMatchObject({ counted: 1, of: 1 });
});

test("it says what is missing: history, a fresh charge, any charge at all", async () => {
  const { amina } = await people();
  await isNow("young", 60);
  expect((await amina.call("getBlackoutForecast", { containerId: "young" })).data).toMatchObject({
    state: "learning",
    historyDays: 3,
    missing: ["history"],
    t: [],
    blackout: null,
  });
  expect((await amina.call("getBlackoutForecast", { containerId: "silent" })).data).toMatchObject({
    state: "none",
    soc: null,
    missing: ["soc", "load", "capacity"],
  });
  clock.advance(30 * minute);
  const blind = (await amina.call("getBlackoutForecast", { containerId: "lodwar" })).data;
  expect(blind).toMatchObject({ state: "blind", likely: null, t: [], soc: { value: 60 } });
});

test("a container whose loads were cut at 13 % is expected to lose them there, and has them back where they came back", async () => {
  const { amina } = await people();
  const { db } = (await thePortal()).database;
  const learn = async (loads: { cutSoc: number | null; backSoc: number | null; cutSince?: Date | null }) => {
    await db.updateTable("containerLatest").set(loads).where("containerId", "=", "lodwar").execute();
    await db.deleteFrom("containerForecast").where("containerId", "=", "lodwar").execute();
    return (await amina.call("getBlackoutForecast", { containerId: "lodwar" })).data;
  };
  onTestFinished(async () => void (await learn({ cutSoc: null, backSoc: null, cutSince: null })));
  await isNow("lodwar", 60);
  const assumed = await learn({ cutSoc: null, backSoc: null });
  const learned = await learn({ cutSoc: 13, backSoc: 28 });
  expect(learned).toMatchObject({ cutOff: { soc: 13, from: "learned" }, reserveSoc: 20 });
  expect(Date.parse(learned.likely ?? "")).toBeGreaterThan(Date.parse(assumed.likely ?? ""));
  // Cut now: nothing is drawn, and the sun of the morning brings the charge to 28 %.
  await isNow("lodwar", 12);
  const cut = await learn({ cutSoc: 13, backSoc: 28, cutSince: new Date(clock.now() - hour) });
  const { data } = await amina.call("getSitesV2", {});
  const row = data.find(({ containerId }) => containerId === "lodwar");
  expect(row?.energy).toMatchObject({ level: "cut", since: new Date(clock.now() - hour).toISOString() });
  expect(row?.energy.backAt).toBe(cut.dip?.to);
  const backAt = new Date(cut.dip?.to ?? 0);
  expect(backAt.getTime()).toBeGreaterThan(clock.now());
  expect(cut.soc50[Math.floor((backAt.getTime() - clock.now()) / hour)]).toBeGreaterThan(20);
  await isNow("lodwar", 60);
});

test("a changed setting counts from the next request on: another reserve, other panels", async () => {
  const { amina, tom } = await people();
  await isNow("lodwar", 60);
  const panels = { provider: "clear_sky", capacity: 4_000, tilt: 10, azimuth: 180, loss: 10 } as const;
  await expect(tom.call("setForecast", { containerId: "lodwar", ...panels })).refusesWith("forbidden");
  await expect(amina.call("setForecast", { containerId: "lodwar", ...panels, tilt: 91 })).refusesWith("bad_input");
  await expect(amina.call("setForecast", { containerId: "lodwar", ...panels, provider: "solcast" })).refusesWith(
    "bad_input",
  );
  const before = (await amina.call("getBlackoutForecast", { containerId: "lodwar" })).data;
  const { data } = await amina.call("setForecast", { containerId: "lodwar", ...panels, reserveSoc: 40 });
  expect(data).toEqual({ ...panels, reserveSoc: 40, resourceId: null, isGuessed: false });
  const after = (await amina.call("getBlackoutForecast", { containerId: "lodwar" })).data;
  expect(after).toMatchObject({ reserveSoc: 40, cutOff: { soc: 40, from: "setting" }, solarProblem: null });
  expect(after.blackout?.hours ?? 99).toBeLessThan((before.blackout?.hours ?? 0) - 2);
  const reserves = (await amina.call("getSitesV2", {})).data.map((container) => [
    container.containerId,
    container.reserveSoc,
  ]);
  expect(Object.fromEntries(reserves)).toMatchObject({ lodwar: 40, young: 20 });
  expect((await amina.call("getContainerInfoV4", { containerId: "lodwar" })).data.reserveSoc).toBe(40);
});

test("solar forecasts come from Solcast by bearer credential, and from the clear sky when nobody answers", async () => {
  const { amina } = await people();
  const from = Math.floor(clock.now() / hour) * hour;
  const answer = {
    forecasts: Array.from({ length: 2 * 24 }, (_, half) => ({
      pv_estimate: 1.5,
      pv_estimate10: 1,
      pv_estimate90: half % 2 === 0 ? 2 : 3,
      period_end: new Date(from + (half + 1) * 30 * minute).toISOString().replace("Z", "0000Z"),
      period: "PT30M",
    })),
  };
  const roof = { capacity: 4_000, tilt: 10, azimuth: 180, loss: 10, resourceId: "abcd-1234-efgh-5678" };
  await amina.call("setForecast", { containerId: "lodwar", provider: "solcast", ...roof });
  // Beyond the rest that the failures before have brought.
  clock.advance(hour);
  service.answer = (path) => (path.startsWith("/rooftop_sites/") ? { body: answer } : { status: 500, body: {} });
  const first = await amina.call("getSolcastQuery", { containerId: "lodwar", hours: 30 });
  expect(first).toMatchObject({ source: "solcast", problem: null, fetchedAt: new Date(clock.now()).toISOString() });
  expect(first.data).toHaveLength(30);
  expect(first.data[0]).toEqual({
    at: new Date(from + hour).toISOString(),
    pv_estimate: 1_500,
    pv_estimate10: 1_000,
    pv_estimate90: 2_500,
  });
  const asked = service.asked.findLast(({ path }) => path.startsWith("/rooftop_sites/"));
  expect(asked).toMatchObject({
    path: "/rooftop_sites/abcd-1234-efgh-5678/forecasts",
    headers: { authorization: "Bearer sun-credential" },
  });
  clock.advance(4 * hour);
  service.answer = { status: 429, headers: { "retry-after": "3600" }, body: {} };
  const stale = await amina.call("getSolcastQuery", { containerId: "lodwar", hours: 8 });
  expect(stale).toMatchObject({ source: "solcast", problem: "rate_limited", fetchedAt: first.fetchedAt });
  clock.advance(3 * day);
  const computed = await (await people()).amina.call("getSolcastQuery", { containerId: "lodwar", hours: 168 });
  expect(computed).toMatchObject({ source: "clear_sky", fetchedAt: null });
  expect(computed.problem).not.toBeNull();
  expect(computed.data).toHaveLength(168);
});

test("without a position there is no sun to count on, and it says so", async () => {
  const { amina } = await people();
  expect(await amina.call("getSolcastQuery", { containerId: "silent" })).toMatchObject({
    source: "none",
    data: [],
    problem: "no_position",
    setting: { isGuessed: true, capacity: 0 },
  });
});

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
  const { amina } = await people();
  const { database } = await thePortal();
  const bus = new PostgresBus(database, log);
  await bus.start();
  onTestFinished(() => bus.stop());
  const elsewhere = await forecasterAlone();
  onTestFinished(subscribeForecast(bus, elsewhere, log));
  const container = await mustFindContainer(database.db, amina, "lodwar");
  const stepsAt = async (forecaster: Forecaster) => (await forecaster.solar(container, 24)).steps;
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
