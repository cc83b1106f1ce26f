import { beforeAll, expect, test } from "vitest";

import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { store } from "../charts/charts.fixture.ts";
import { saveCutOutputs } from "../energy-state/cut-outputs.store.ts";
import { beforeForecasts, clock, day, forecasterAlone, isNow, madeAt, minute, placed } from "./forecast.fixture.ts";

beforeForecasts();

const quarter = 15 * minute;
const soc = 40;
/** 1,000 W for ten days, of which relay 2 (or phase 2) feeds 600; it has been open for so many minutes. */
const split = { "solar.power": 0, "load.power": 1_000, "relay.1.on": 1, "relay.2.on": 1, "battery.soc": soc };
const since = 70 * minute;

/** @param off What the values are since a part of the loads is off. */
async function measure(
  containerId: string,
  on: Record<string, number>,
  off: Record<string, number | null>,
  forMs = since,
): Promise<void> {
  const nowMs = clock.now();
  const names = Object.keys(on);
  const isDay = (atMs: number) => new Date(atMs).getUTCHours() >= 4 && new Date(atMs).getUTCHours() < 14;
  const row = (atMs: number, values: Record<string, number | null>): [number, (number | null)[]] => [
    atMs,
    names.map((name) => (name === "solar.power" ? (isDay(atMs) ? 3_000 : 0) : (values[name] ?? null))),
  ];
  const frames: [number, (number | null)[]][] = [];
  const offMs = nowMs - forMs;
  for (let atMs = nowMs - (nowMs % quarter) - 10 * day; atMs < offMs; atMs += quarter) frames.push(row(atMs, on));
  for (let atMs = offMs - 5 * minute; atMs < offMs; atMs += minute) frames.push(row(atMs, on));
  for (let atMs = offMs; atMs <= nowMs; atMs += minute) frames.push(row(atMs, { ...on, ...off }));
  await store(containerId, names, frames, 60);
  await placed(containerId);
  const last = Object.entries({ ...on, ...off }).filter((entry): entry is [string, number] => entry[1] !== null);
  await isNow(containerId, soc, Object.fromEntries(last));
}

/** What the controller says of an output that it has switched off. */
async function sayOff(containerId: string, device: string, why: object): Promise<void> {
  const { db } = (await thePortal()).database;
  const at = new Date(clock.now() - since);
  const data = { value: false, ...why };
  const event = { id: `${containerId}-cut`, containerId, at, code: "output.changed", level: "info", device };
  await db
    .insertInto("event")
    .values({ ...event, data: JSON.stringify(data) })
    .execute();
  await db.transaction().execute((tx) => saveCutOutputs(tx, [{ containerId, code: "output.changed" }]));
}

const cutRelay = (containerId: string) =>
  sayOff(containerId, "relay.2", { by: "loadProtection", reason: "protection", restoreSoc: 55 });
const cutPhase = (containerId: string, reason: "phase_limit" | "phases", of: string, more: object = {}) =>
  sayOff(containerId, "phase.2", { by: "phaseControl", reason, passed: { of, limit: 900, measured: 1_141 }, ...more });

beforeAll(async () => {
  const off = { "load.power": 400, "relay.2.on": 0 };
  await measure("whole", split, {});
  await measure("partly", split, off);
  await cutRelay("partly");
  // Four minutes ago; what it takes off fell with it.
  await measure("justNow", split, off, 4 * minute);
  await cutRelay("justNow");
  // Somebody opened it, and protection says nothing of it.
  await measure("opened", split, off);
  // The same with phases, which have meters; the load has not been measured since.
  const phases = { "load.power": 1_000, "phase.1.on": 1, "phase.2.on": 1, "phase.2.power": 250, "battery.soc": soc };
  await measure("phases", phases, { "phase.2.on": 0, "phase.2.power": 0, "load.power": 990 });
  await measure("phasesOn", phases, {});
  const phaseOff = { "phase.2.on": 0, "phase.2.power": 0, "load.power": 750 };
  for (const containerId of ["phaseOfPower", "phaseOfTotal", "phaseOfCharge"])
    await measure(containerId, phases, phaseOff);
  await cutPhase("phaseOfPower", "phase_limit", "power");
  await cutPhase("phaseOfTotal", "phases", "total");
  await cutPhase("phaseOfCharge", "phase_limit", "charge", { restoreSoc: 62 });
  // An air conditioner has one, too.
  const cooled = { "load.power": 1_000, "ac.mode": 1, "ac.power": 300, "battery.soc": soc };
  await measure("cooled", cooled, { "ac.mode": 0, "ac.power": 0, "load.power": 990 });
  const cutOutputs = JSON.stringify({ ac: { sinceMs: clock.now() - since } });
  const { db } = (await thePortal()).database;
  await db.updateTable("containerLatest").set({ cutOutputs }).where("containerId", "=", "cooled").execute();
  // Its load is not measured since it was cut.
  await measure("unmeasured", split, { "relay.2.on": 0, "load.power": null });
  await cutRelay("unmeasured");
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
}, 120_000);

const ofPhases = ["phases", "phasesOn", "phaseOfPower", "phaseOfTotal", "phaseOfCharge"];
const containers = ["whole", "partly", "justNow", "opened", ...ofPhases, "cooled", "unmeasured"];
const ask = async (containerId: string) => {
  const { amina } = await cast({ amina: { role: "user", containers } });
  return amina.call("getBlackoutForecast", { containerId });
};

test("a forecast counts only the part of the loads that is on, and says from which charge it counts the rest", async () => {
  const [whole, partly] = [(await ask("whole")).data, await ask("partly")];
  expect(whole).not.toHaveProperty("partOff");
  expect(partly.data.partOff).toMatchObject({ from: "change", percent: 60, backSoc: 55 });
  // Headline and lists say when, where the card does.
  expect(partly.energy.partBackAt ?? null).toBe(partly.data.partOff?.backAt);
  expect(partly.data.partOff?.backAt).not.toBeNull();
  expect(partly.data.served[1]).toBeCloseTo(0.4 * whole.load[1]!, -1);
  // By the same load it lasts two and a half times as long.
  expect(partly.data.blackout?.hours ?? Infinity).toBeGreaterThan(2 * whole.blackout!.hours);
  // Headline, list and card say the same.
  expect(partly.energy.level).toBe("cut_partly");
  expect(partly.energy.cutAt).toBe(partly.data.likely);
  const { amina } = await cast({ amina: { role: "user", containers } });
  const row = (await amina.call("getSitesV2", {})).data.find((one) => one.containerId === "partly");
  expect(row?.energy).toEqual(partly.energy);
});

test("minutes after protection has opened a relay, what fell with it is not counted, and the forecast is in no doubt", async () => {
  const [partly, { data, energy }] = [(await ask("partly")).data, await ask("justNow")];
  expect(data.partOff).toEqual({ from: "change", percent: 60, backSoc: 55, backAt: expect.any(String) });
  expect(data.served[1]).toBeCloseTo(partly.served[1]!, -1);
  expect(energy).not.toHaveProperty("countsOff");
});

test("what a person has opened is off for as long as nobody closes it", async () => {
  expect((await ask("opened")).data.partOff).toEqual({ from: "change", percent: 60, backSoc: null, backAt: null });
});

test("where what is off has a meter of its own, that tells its share", async () => {
  expect((await ask("phases")).data.partOff).toEqual({ from: "meter", percent: 25, backSoc: null, backAt: null });
  expect((await ask("cooled")).data.partOff).toMatchObject({ from: "meter", percent: 30 });
});

test("a phase that is tried again after minutes counts as on, one that waits for the charge does not", async () => {
  const allOn = (await ask("phasesOn")).data;
  for (const containerId of ["phaseOfPower", "phaseOfTotal"]) {
    const { data } = await ask(containerId);
    expect(data).not.toHaveProperty("partOff");
    expect(data.served[1]).toBeCloseTo(allOn.served[1]!, -1);
  }
  expect((await ask("phaseOfCharge")).data.partOff).toMatchObject({ from: "meter", percent: 25, backSoc: 62 });
});

test("where nobody knows what is off, all of it is counted, and card, list and headline say so", async () => {
  const { data, energy } = await ask("unmeasured");
  expect(data.partOff).toMatchObject({ from: "unknown", isCounted: true, percent: null, backSoc: 55 });
  expect(energy).toMatchObject({ level: "cut_partly", cutAt: data.likely, countsOff: true });
  const { amina } = await cast({ amina: { role: "user", containers } });
  const row = (await amina.call("getSitesV2", {})).data.find((one) => one.containerId === "unmeasured");
  expect(row?.energy).toEqual(energy);
  expect(data.served[1]).toBeCloseTo((await ask("whole")).data.served[1]!, -1);
});

test("what a part draws that was just cut is asked for again after minutes", async () => {
  const forecaster = await forecasterAlone();
  await ask("unmeasured");
  const firstMs = clock.now();
  const again = async (minutes: number) => {
    clock.advance(minutes * minute);
    await isNow("unmeasured", soc, { "relay.1.on": 1, "relay.2.on": 0 });
    while ((await forecaster.work()) > 0);
    return (await madeAt("unmeasured"))?.getTime();
  };
  expect(await again(2)).toBe(firstMs);
  expect(await again(2)).toBe(firstMs + 4 * minute);
});

test("a forecast that was made before a part was cut, or came back, is made again at once", async () => {
  const { db } = (await thePortal()).database;
  const forecaster = await forecasterAlone();
  await ask("partly");
  clock.advance(minute);
  await isNow("partly", soc, { ...split, "load.power": 400, "relay.2.on": 0 });
  while ((await forecaster.work()) > 0);
  expect((await madeAt("partly"))?.getTime()).toBeLessThan(clock.now());
  // Closed again: its readings say so before its controller does.
  await isNow("partly", soc, split);
  expect((await ask("partly")).data).not.toHaveProperty("partOff");
  clock.advance(minute);
  await isNow("partly", soc, { ...split, "load.power": 400, "relay.2.on": 0 });
  while ((await forecaster.work()) > 0);
  expect(await madeAt("partly")).toEqual(new Date(clock.now()));
  const query = db.selectFrom("containerForecast").select("cutOutputs").where("containerId", "=", "partly");
  expect((await query.executeTakeFirstOrThrow()).cutOutputs).toEqual(["relay.2"]);
});
