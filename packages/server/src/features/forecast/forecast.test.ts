import { expect, onTestFinished, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { beforeForecasts, clock, day, hour, isNow, minute, service } from "./forecast.fixture.ts";

beforeForecasts();

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
  for (const list of [data.t, data.soc10, data.soc50, data.soc90, data.load, data.solar, data.served, data.taken])
    expect(list).toHaveLength(48);
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
  expect(data).toMatchObject({ counted: 1, countedSun: 1, of: 3 });
  expect(data.t[0]).toBe((own.t[0] ?? 0) * 1_000 - hour);
  expect(data.consumption).toEqual(own.served);
  expect(data.generation).toEqual(own.taken);
  // Cut in the night, until the sun is back.
  expect(Math.min(...own.served)).toBe(0);
  expect(Math.max(...own.taken)).toBeGreaterThan(700);
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

test("a container that falls silent before a cut keeps the warning when its forecast goes blind", async () => {
  const { amina } = await people();
  await isNow("lodwar", 60);
  const warned = (await amina.call("getBlackoutForecast", { containerId: "lodwar" })).energy;
  expect(warned).toMatchObject({ level: "cut_ahead" });
  clock.advance(30 * minute);
  const { data, energy } = await amina.call("getBlackoutForecast", { containerId: "lodwar" });
  expect(data).toMatchObject({ state: "blind", likely: null });
  expect(energy).toMatchObject({ level: "cut_ahead", cutAt: warned.cutAt, at: warned.at });
  const row = (await amina.call("getSitesV2", {})).data.find(({ containerId }) => containerId === "lodwar");
  expect(row).toMatchObject({
    blackout: { state: "blind", likely: null, hours: null },
    energy: { level: "cut_ahead" },
  });
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
  expect(data).toEqual({ ...panels, limitW: null, reserveSoc: 40, resourceId: null, isGuessed: false });
  const after = (await amina.call("getBlackoutForecast", { containerId: "lodwar" })).data;
  expect(after).toMatchObject({ reserveSoc: 40, cutOff: { soc: 40, from: "setting" }, solarProblem: null });
  expect(after.blackout?.hours ?? 99).toBeLessThan((before.blackout?.hours ?? 0) - 2);
  const reserves = (await amina.call("getSitesV2", {})).data.map((container) => [
    container.containerId,
    container.reserveSoc,
  ]);
  expect(Object.fromEntries(reserves)).toMatchObject({ lodwar: 40, young: 20 });
  expect((await amina.call("getContainerInfoV4", { containerId: "lodwar" })).data.reserveSoc).toBe(40);
  // Its controller cuts loads before that: the forecast, the list and its page go by that at once.
  await (
    await thePortal()
  ).database.pool.query(`insert into container_config (container_id, doc)
    values ('lodwar', '{"loadProtection": {"enabled": true, "cutSoc": 45, "loads": [{"neverCut": false}]}}')`);
  const reserveOf = async (call: "getBlackoutForecast" | "getContainerInfoV4") =>
    (await amina.call(call, { containerId: "lodwar" })).data.reserveSoc;
  expect([await reserveOf("getBlackoutForecast"), await reserveOf("getContainerInfoV4")]).toEqual([45, 45]);
});

test("what is set of a forecast can be forgotten: it goes by what was learned again, and only who configures may do that", async () => {
  const { amina, tom } = await people();
  const panels = { provider: "clear_sky", capacity: 4_000, tilt: 10, azimuth: 180, loss: 10, reserveSoc: 40 } as const;
  const setting = async () => (await amina.call("getSolcastQuery", { containerId: "young" })).setting;
  await amina.call("forecastReset", { containerId: "young" });
  const learned = await setting();
  expect(learned).toMatchObject({ isGuessed: true, reserveSoc: null });
  await amina.call("setForecast", { containerId: "young", ...panels });
  await expect(tom.call("forecastReset", { containerId: "young" })).refusesWith("forbidden");
  expect(await setting()).toMatchObject({ isGuessed: false, capacity: 4_000 });
  await amina.call("forecastReset", { containerId: "young" });
  expect(await setting()).toEqual(learned);
  expect((await amina.call("getBlackoutForecast", { containerId: "young" })).data.reserveSoc).toBe(20);
});

test("solar forecasts come from Solcast by bearer credential, and from the clear sky when nobody answers", async () => {
  const { amina } = await people();
  const from = Math.floor(clock.now() / hour) * hour;
  const answer = {
    forecasts: Array.from({ length: 2 * 24 }, (_, half) => ({
      pv_estimate: 1.2,
      pv_estimate10: 0.8,
      pv_estimate90: half % 2 === 0 ? 1 : 1.6,
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
    pv_estimate: 1_200,
    pv_estimate10: 800,
    pv_estimate90: 1_300,
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

test("what was expected of the last two days is there on the first day too, from the service's past hours", async () => {
  const { amina } = await people();
  await amina.call("setForecast", {
    containerId: "young",
    provider: "open_meteo",
    capacity: 3_000,
    tilt: 0,
    azimuth: 180,
    loss: 0,
  });
  // Beyond the rest that the failures before have brought.
  clock.advance(hour);
  const thisHour = Math.floor(clock.now() / hour) * hour;
  // From before what the portal has kept of its own forecasts; light is that of the hour before an instant.
  const times = Array.from({ length: 96 }, (_, index) => thisHour - 49 * hour + index * hour);
  const isDark = (atMs: number) => [18, 19, 20, 21, 22, 23, 0, 1, 2, 3].includes(new Date(atMs).getUTCHours());
  const light = times.map((atMs) => (isDark(atMs - hour) ? 0 : 400));
  service.answer = (path) =>
    path.startsWith("/v1/forecast")
      ? { body: { hourly: { time: times.map((atMs) => atMs / 1_000), shortwave_radiation: light } } }
      : { status: 500, body: {} };
  const { past, source } = await amina.call("getSolcastQuery", { containerId: "young" });
  expect(service.asked.findLast(({ path }) => path.startsWith("/v1/forecast"))?.query.get("past_days")).toBe("2");
  expect(source).toBe("open_meteo");
  expect(past).toHaveLength(48);
  expect(past.at(-1)?.at).toBe(new Date(thisHour - hour).toISOString());
  const computed = past.filter(({ isKept }) => !isKept);
  expect(computed.length).toBeGreaterThan(0);
  expect(computed.some(({ pv_estimate }) => pv_estimate > 500)).toBe(true);
  expect(past.every(({ at, pv_estimate }) => !isDark(Date.parse(at)) || pv_estimate < 100)).toBe(true);
});

test("without a position there is no sun to count on, and it says so", async () => {
  const { amina } = await people();
  expect(await amina.call("getSolcastQuery", { containerId: "silent" })).toMatchObject({
    source: "none",
    data: [],
    problem: "no_position",
    sunDays: 0,
    setting: { isGuessed: true, capacity: 0 },
  });
});

test("a generator that runs now is said by every answer, until its values are old", async () => {
  const { amina } = await people();
  await amina.call("getBlackoutForecast", { containerId: "young" });
  await isNow("young", 40, { "generator.on": 1, "generator.power": 3_000.4 });
  onTestFinished(() => isNow("young", 60));
  clock.advance(16 * minute);
  await isNow("young", 40, { "generator.on": 1, "generator.power": 3_000.4 });
  const { energy } = await amina.call("getBlackoutForecast", { containerId: "young" });
  expect(energy).toMatchObject({ level: "generator_running", generator: { powerW: 3_000 } });
  const inAll = async () => {
    const { data: rows } = await amina.call("getSitesV2", {});
    const { data: info } = await amina.call("getContainerInfoV4", { containerId: "young" });
    return [rows.find(({ containerId }) => containerId === "young")?.energy, info.energy];
  };
  expect(await inAll()).toEqual([energy, energy]);
  clock.advance(30 * minute);
  for (const old of await inAll()) expect(old).not.toHaveProperty("generator");
});
