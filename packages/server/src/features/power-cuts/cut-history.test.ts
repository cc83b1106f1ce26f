import { beforeAll, expect, test } from "vitest";

import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 10, 12);
const clock = testClock(now);

beforeAll(async () => {
  await thePortal({ clock });
  const frames: [number, number[]][] = [];
  for (let atMs = now - 10 * day; atMs <= now; atMs += 5 * minute) {
    // 600 W, but nothing from 20:00 to 04:00 in the last two nights.
    const isDark = atMs >= now - 2 * day && [20, 21, 22, 23, 0, 1, 2, 3].includes(new Date(atMs).getUTCHours());
    frames.push([atMs, [isDark ? 0 : 1, isDark ? 0 : 600, isDark ? 0 : 600]]);
  }
  await store("kolda", ["inverter.state", "load.ac.power", "load.power"], frames, 300);
  await store("charge-only", ["battery.soc"], [[now - hour, [4]]], 300);
  const evening = (atMs: number) => (new Date(atMs).getUTCHours() >= 20 ? [0, 30] : [300, 50]);
  const quiet = frames.map(([atMs]): [number, number[]] => [atMs, evening(atMs)]);
  await store("thies", ["load.power", "battery.soc"], quiet, 300);
  const halfHours = frames.filter(([atMs]) => atMs % (30 * minute) === 0);
  await store("halves", ["inverter.state", "load.ac.power", "load.power"], halfHours, 1_800);
  for (const hours of [6, 12, 24]) {
    // Without power from the 4th of June on; readings are announced every minute, and none comes soon after a midnight.
    const slow: [number, number[]][] = [];
    for (let atMs = now - 20 * day + 5 * hour; atMs <= now; atMs += hours * hour)
      slow.push([atMs, atMs >= Date.UTC(2026, 5, 4) ? [0, 0, 0] : [1, 600, 600]]);
    await store(`every-${hours}`, ["inverter.state", "load.ac.power", "load.power"], slow, 60);
  }
  // Without power from 05:05 to 05:25 on the last day.
  const short = frames.map(([atMs]): [number, number[]] => [atMs, isShort(atMs) ? [0, 0] : [1, 300]]);
  await store("short", ["inverter.state", "load.power"], short, 300);
  // Power and charge alone: without power for half an hour at 15.4 %, and again at 14.6 %.
  const falling = Array.from({ length: 300 }, (_, index): [number, number[]] => {
    const soc = index >= 60 && index < 90 ? 15.4 : index >= 180 && index < 210 ? 14.6 : undefined;
    return [now - (300 - index) * minute, soc === undefined ? [300, 40] : [0, soc]];
  });
  await store("falling", ["load.power", "battery.soc"], falling, 60);
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
}, 120_000);

const isShort = (atMs: number) => atMs >= now - 7 * hour + 5 * minute && atMs < now - 7 * hour + 25 * minute;

const ask = async (containerId: string, days: number) => {
  const { amina } = await cast({
    amina: { role: "customer_staff", containers: ["kolda", "charge-only", "thies", "halves", "short", "falling"] },
  });
  const range = { from: now - days * day, to: now, zone: "UTC" };
  return (await amina.call("getPowerCuts", { containerId, ...range })).data;
};

test("cuts of the past have their hours and what was not served, newest first", async () => {
  const { cuts, ...figures } = await ask("kolda", 7);
  const at = (nights: number, hours: number) => new Date(Date.UTC(2026, 5, 10 - nights, hours)).toISOString();
  expect(cuts).toEqual([
    { from: at(1, 20), to: at(0, 4) },
    { from: at(2, 20), to: at(1, 4) },
  ]);
  expect(figures).toMatchObject({ count: 2, hours: 16, coverage: 1, stepS: 0 });
  expect(figures.unservedWh).toBeCloseTo(16 * 600, -2);
});

test("what was not served in a day that is over is the same later, whatever the loads have drawn since", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["party"] } });
  const night = { from: now - day, to: now - 6 * hour, zone: "UTC" };
  const names = ["inverter.state", "load.ac.power", "load.power"];
  const frames: [number, number[]][] = [];
  for (let atMs = now - 10 * day; atMs < now; atMs += 5 * minute) {
    const isDark = atMs >= now - 14 * hour && atMs < now - 13 * hour;
    frames.push([atMs, isDark ? [0, 0, 0] : [1, 600, 600]]);
  }
  await store("party", names, frames, 300);
  const asked = async () => (await amina.call("getPowerCuts", { containerId: "party", ...night })).data.unservedWh;
  const first = await asked();
  expect(first).toBeCloseTo(600, -1);
  const party = Array.from({ length: 12 }, (_, index): [number, number[]] => [
    now + index * 5 * minute,
    [1, 9_000, 9_000],
  ]);
  await store("party", names, party, 300);
  clock.advance(hour);
  expect(await asked()).toBe(first);
  // The same hours of a longer period that ends later, too.
  const longer = { from: now - day, to: now + hour, zone: "UTC" };
  expect((await amina.call("getPowerCuts", { containerId: "party", ...longer })).data.unservedWh).toBe(first);
});

test("a range that begins in the middle of a cut has the rest of it", async () => {
  const { cuts, hours } = await ask("kolda", 0.5);
  expect(hours).toBe(4);
  expect(cuts).toEqual([{ from: "2026-06-10T00:00:00.000Z", to: "2026-06-10T04:00:00.000Z" }]);
});

test("a cut that fills no quarter hour has its true length over up to eight days, and is not seen over more", async () => {
  expect(await ask("short", 1)).toMatchObject({
    cuts: [{ from: "2026-06-10T05:05:00.000Z", to: "2026-06-10T05:25:00.000Z" }],
    hours: 20 / 60,
    stepS: 0,
  });
  expect(await ask("short", 9)).toMatchObject({ count: 0, hours: 0, stepS: 900 });
  expect(await ask("short", 70)).toMatchObject({ count: 0, hours: 0, stepS: 3_600 });
});

test.for([7, 9])("readings every half hour show a cut in its whole length, over %s days", async (days) => {
  const { hours, unservedWh, count } = await ask("halves", days);
  expect({ hours, count }).toEqual({ hours: 16, count: 2 });
  expect(unservedWh).toBeCloseTo(16 * 600, -2);
});

test.for([6, 12, 24])(
  "a day alone is without power until its end where readings come every %s hours",
  async (hours) => {
    const containerId = `every-${hours}`;
    const { amina } = await cast({ amina: { role: "customer_staff", containers: [containerId] } });
    const range = { from: Date.UTC(2026, 5, 6), to: Date.UTC(2026, 5, 7), zone: "UTC" };
    const { data } = await amina.call("getPowerCuts", { containerId, ...range });
    expect(data).toMatchObject({ count: 1, hours: 24, coverage: 1 });
  },
);

test("there are never more hours without power than the range has", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kolda"] } });
  const range = { from: now - 10 * hour - 53 * minute, to: now - 10 * hour - 51 * minute, zone: "UTC" };
  const { data } = await amina.call("getPowerCuts", { containerId: "kolda", ...range });
  expect(data.hours).toBeCloseTo(2 / 60, 6);
  expect(data.coverage).toBe(1);
});

test("a range of more hours than can be looked at is refused by the field that makes it so", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kolda"] } });
  const asked = (days: number) => amina.post("getPowerCuts", { containerId: "kolda", from: now - days * day, to: now });
  const { status, body } = await asked(20 * 365);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: "bad_input", fields: { from: "Ask for at most 400 days." } });
  expect((await asked(400)).status).toBe(200);
});

test("a container that measures nothing of its loads is not known to have had power or not", async () => {
  expect(await ask("charge-only", 1)).toMatchObject({ cuts: [], hours: null, unservedWh: null, coverage: 0 });
});

test("cuts of the past are recognised by the same cut-off as the present one: the one that was set, where there is one", async () => {
  expect((await ask("thies", 2)).count).toBe(0);
  const { pool } = (await thePortal()).database;
  await pool.query(
    `insert into forecast_setting (container_id, provider, capacity, tilt, azimuth, loss, reserve_soc)
     values ('thies', 'auto', 0, 0, 0, 0, 35)`,
  );
  expect((await ask("thies", 2)).count).toBe(2);
});

test("a cut at a higher charge than the last one is not forgotten, nor what the present charge proves wrong only now", async () => {
  const { pool } = (await thePortal()).database;
  const past = (soc: number, hours: number) => ({ fromMs: now - hours * hour, toMs: now, soc, backSoc: 40 });
  await pool.query(
    "update container_latest set cut_soc = 14.6, past_cuts = $1, soc = 14.1 where container_id = 'falling'",
    [JSON.stringify([past(15.4, 4), past(14.6, 2)])],
  );
  expect(await ask("falling", 0.2)).toMatchObject({ count: 2, hours: 1 });
  await pool.query("update container_latest set past_cuts = null where container_id = 'falling'");
  expect(await ask("falling", 0.2)).toMatchObject({ count: 2, hours: 1 });
});
