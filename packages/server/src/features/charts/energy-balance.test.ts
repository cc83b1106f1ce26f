import type { EnergyPart } from "@offgrid/contract/charts/energy-parts";
import { beforeAll, expect, test } from "vitest";

import type { CallContext } from "../../calls/handler.ts";
import { visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { readContainers } from "../../history/chart-containers.store.ts";
import { balanceMetrics, energyBalance } from "../../history/energy/energy-balance.ts";
import { findOrigins } from "../../history/energy/container-origins.ts";
import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { statementsOf } from "../../testing/statements.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "./charts.fixture.ts";
import { energyBalanceHandlers } from "./charts.handlers.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clock = testClock(Date.UTC(2026, 5, 10, 12));
const midnight = Date.UTC(2026, 5, 10);
const names = ["solar.power", "load.power", "battery.power", "generator.on", "battery.soc"];

/** Readings of a site whose battery takes 1,000 W by day and gives 400 W by night, and whose load draws 400 W. */
async function measured(containerId: string, days: number, everyMs: number, untilMs = midnight): Promise<void> {
  const frames: [number, number[]][] = [];
  for (let atMs = midnight - days * day; atMs <= untilMs; atMs += everyMs) {
    const at = (atMs % day) / hour;
    const isDay = at >= 8 && at < 16;
    frames.push([atMs, [isDay ? 1_400 : 0, 400, isDay ? 1_000 : -400, 0, isDay ? 80 : 40]]);
  }
  await store(containerId, names, frames, everyMs / 1_000);
}

/**
 * A load of 400 W. Eight hours of sun charge the battery with 500 W, then two hours of a generator with 1,000 W, and the
 * battery gives 400 W in the other fourteen.
 */
async function withGenerator(containerId: string, days: number): Promise<void> {
  const frames: [number, number[]][] = [];
  for (let atMs = midnight - days * day; atMs <= midnight; atMs += 10 * minute) {
    const at = (atMs % day) / hour;
    const isDay = at >= 8 && at < 16;
    const isEvening = at >= 18 && at < 20;
    frames.push([atMs, [isDay ? 900 : 0, 400, isDay ? 500 : isEvening ? 1_000 : -400, isEvening ? 1_400 : 0]]);
  }
  await store(containerId, ["solar.power", "load.power", "battery.power", "generator.power"], frames, 600);
}

beforeAll(async () => {
  await thePortal({ clock });
  await withGenerator("evenings", 45);
  await measured("half-hours", 7, 30 * minute);
  await measured("steady", 30, 30 * minute, midnight + 4 * hour);
  const uneven: [number, number[]][] = [];
  for (let atMs = midnight - 3 * day; atMs <= midnight; atMs += minute) {
    const at = (atMs % day) / hour;
    const isDay = at >= 8 && at < 16;
    if (isDay || atMs % (30 * minute) === 0) uneven.push([atMs, [isDay ? 1_000 : -400]]);
  }
  await store("uneven", ["battery.power"], uneven, 60);
  await measured("long", 430, 2 * hour);
  await store(
    "metered",
    ["battery.power", "battery.energy_out", "grid.on", "grid.energy"],
    Array.from({ length: 97 }, (_, index) => [
      midnight - day + index * 15 * minute,
      [index % 2 === 0 ? 300 : -300, 5_000 + 100 * index, 1, 70 + 10 * index],
    ]),
  );
  await store(
    "grid-unmetered",
    ["load.power", "battery.power", "grid.voltage"],
    Array.from({ length: 97 }, (_, index) => [midnight - day + index * 15 * minute, [400, 0, 230]]),
  );
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
  // Of readings that are not summarised yet.
  const powers = ["solar.power", "generator.power", "grid.power", "battery.power", "load.power", "losses.power"];
  const meters = ["solar", "generator", "grid", "load"].map((kind) => `${kind}.energy`);
  const all = [...powers, ...meters, "battery.energy_in", "battery.energy_out", "battery.soc"];
  // Two hours more on both sides of the day that is asked for.
  const readings = Array.from({ length: 289 + 48 }, (_, index): [number, number[]] => {
    const wave = 800 * Math.sin(index / 20);
    return [
      midnight - day - 2 * hour + 5 * index * minute,
      all.map((_name, column) => (column < 6 ? wave + column : index + column)),
    ];
  });
  await store("everything", all, readings, 300);
}, 120_000);

async function balance(containerId: string, days: number, groupBy: "hour" | "day" | "month") {
  const { amina } = await cast({
    amina: {
      role: "customer_staff",
      containers: ["evenings", "grid-unmetered", "half-hours", "long", "metered", "uneven"],
    },
  });
  const question = { containerId, from: midnight - days * day, to: midnight, zone: "UTC", groupBy };
  const { data } = await amina.call("getEnergyBalance", question);
  const kwh = (part: EnergyPart) => {
    const { total } = data.parts[part];
    return total === null ? null : Math.round(total / 100) / 10;
  };
  return { ...data, kwh };
}

test("half-hour readings give the whole energy, not half of it", async () => {
  const { kwh, parts, t } = await balance("half-hours", 7, "day");
  // By trapezoids: a step of half an hour at each end of the day's sun.
  expect(kwh("load")).toBe(67.2);
  expect(kwh("solar")).toBeCloseTo(7 * 11.2, 0);
  expect(kwh("batteryIn")).toBeCloseTo(7 * 8, 0);
  expect(kwh("batteryOut")).toBeCloseTo(7 * 6.4, 0);
  expect(parts.load.coverage).toBe(1);
  expect(t).toHaveLength(7);
});

test("readings every minute by day do not outweigh those every half hour by night", async () => {
  const { kwh } = await balance("uneven", 3, "day");
  const byHour = await balance("uneven", 3, "hour");
  // 400 W out of the battery for sixteen hours a day, whatever the groups are.
  expect(kwh("batteryOut")).toBeCloseTo(3 * 6.4, 0);
  expect(byHour.kwh("batteryOut")).toBeCloseTo(3 * 6.4, 0);
  // The trapezoid over the half hour in which it turns counts, too.
  expect(kwh("batteryIn")).toBe(24.7);
});

test("over more than 400 days what the battery took and gave stays apart", async () => {
  const { kwh, parts, t } = await balance("long", 425, "month");
  expect(kwh("batteryIn")).toBeCloseTo(425 * 8, -2);
  expect(kwh("batteryOut")).toBeCloseTo(425 * 6.4, -2);
  expect(parts.batteryOut.coverage).toBeCloseTo(1, 2);
  expect(t.length).toBeGreaterThan(13);
});

test("a meter of its own says what a battery gave; what was not measured is null, never 0", async () => {
  const { kwh, parts } = await balance("metered", 1, "hour");
  expect(kwh("batteryOut")).toBe(9.6);
  expect(kwh("gridIn")).toBe(1);
  expect(parts.solar).toEqual({ values: Array.from({ length: 24 }, () => null), total: null, coverage: 0 });
});

test("a generator that is there but has no meter is said, and the charge at both ends comes along", async () => {
  expect(await balance("half-hours", 7, "day")).toMatchObject({
    unmeasured: ["generator"],
    soc: { first: 40, last: 40 },
  });
  expect((await balance("metered", 1, "hour")).unmeasured).toEqual([]);
});

test("a grid that is there but has no meter is said, and what came from it is not known, never 0", async () => {
  const { kwh, origins, unmeasured } = await balance("grid-unmetered", 1, "hour");
  expect(unmeasured).toEqual(["grid"]);
  expect([kwh("gridIn"), kwh("load")]).toEqual([null, 9.6]);
  expect(origins.unknown.total).toBeCloseTo(9_600, 0);
});

test("consumption is split by where it came from, and the origins add up to it", async () => {
  for (const [days, groupBy] of [
    [7, "day"],
    [30, "day"],
    [1, "hour"],
  ] as const) {
    const { origins, parts, t } = await balance(days === 30 ? "long" : "half-hours", days, groupBy);
    const { sun, battery, generator, grid, unknown } = origins;
    // 400 W: eight hours a day directly from the sun, sixteen from the battery; the turns are trapezoids.
    expect((sun.total ?? 0) / days / 1_000, `${days} days`).toBeCloseTo(3.2, 0);
    expect((battery.total ?? 0) / days / 1_000).toBeCloseTo(6.4, 0);
    expect([generator.total, grid.total]).toEqual([0, 0]);
    const sum = Object.values(origins).reduce((all, { total }) => all + (total ?? 0), 0);
    expect(sum).toBeCloseTo(parts.load.total ?? 0, 3);
    expect(sun.values).toHaveLength(t.length);
    expect(unknown.total ?? 0).toBeLessThan(0.05 * sum);
  }
});

test("what a generator put into the battery is the generator's in every range, by readings and by means", async () => {
  for (const [days, groupBy] of [
    [5, "hour"],
    [7, "day"],
    [30, "day"],
  ] as const) {
    const { origins, parts } = await balance("evenings", days, groupBy);
    const kwhADay = (wh: number | null) => (wh ?? 0) / 1_000 / days;
    // Directly: 8 h of sun and 2 h of the generator. Of the 5.6 kWh through the battery a third is of the generator, which
    // charged 2 of 6 kWh.
    expect(kwhADay(origins.sun.total), `${days} days`).toBeCloseTo(3.2, 1);
    expect(kwhADay(origins.generator.total)).toBeCloseTo(0.8, 1);
    expect(kwhADay(origins.generatorStored.total)).toBeCloseTo(5.6 / 3, 1);
    expect(kwhADay(origins.battery.total)).toBeCloseTo((5.6 * 2) / 3, 1);
    expect(origins.unknown.total ?? 0).toBeLessThan(1);
    expect(kwhADay(parts.load.total)).toBeCloseTo(9.6, 3);
  }
});

test("of the first days of a container with a generator it is not known what its battery held", async () => {
  const { origins, parts } = await balance("evenings", 45, "day");
  // From midnight to eight o'clock of the first day.
  expect(origins.unknown.values[0]).toBeCloseTo(8 * 400, -2);
  expect(origins.unknown.values.slice(1).reduce<number>((sum, wh) => sum + (wh ?? 0), 0)).toBeLessThan(1);
  const sum = Object.values(origins).reduce((all, { total }) => all + (total ?? 0), 0);
  expect(sum).toBeCloseTo(parts.load.total ?? 0, 3);
});

test("the origins of several containers are the sums of theirs, and of the same consumption as elsewhere", async () => {
  const { amina, tom } = await cast({
    amina: { role: "customer_staff", containers: ["half-hours", "long", "metered", "uneven"] },
    tom: { role: "customer_staff", containers: ["half-hours"] },
  });
  const question = { from: midnight - 7 * day, to: midnight, zone: "UTC", groupBy: "day" } as const;
  const own = (await amina.call("getEnergyBalance", { ...question, containerId: "half-hours" })).data.origins;
  const long = (await amina.call("getEnergyBalance", { ...question, containerId: "long" })).data.origins;
  const { data } = await amina.call("getConsumptionOrigins", question);
  expect(data).toMatchObject({ of: 4, isTooMany: false });
  expect(data.origins.sun).toBeCloseTo((own.sun.total ?? 0) + (long.sun.total ?? 0), 6);
  const sum = Object.values(data.origins).reduce<number>((all, wh) => all + (wh ?? 0), 0);
  expect(sum).toBeCloseTo((await amina.call("getConsumption", question)).data.total, 3);
  expect((await tom.call("getConsumptionOrigins", question)).data.origins.sun).toBeCloseTo(own.sun.total ?? 0, 6);
});

test("where the consumption of past days came from is kept until a reading of theirs changes, or a source is new", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kept"] } });
  await measured("kept", 5, 30 * minute);
  const { db, pool } = (await thePortal()).database;
  const edges = [-4, -3, -2, -1, 0, 0.5].map((days) => midnight + days * day);
  const range = { fromMs: midnight - 4 * day, toMs: midnight + day / 2 };
  const sunOf = async (asked: Db) => {
    const [container] = await readContainers(asked, visibleContainers(asked, amina), ["kept"], balanceMetrics);
    const { known } = await findOrigins(asked, container!, { range, edges }, clock.now());
    return [...known.sun].map(Math.round);
  };
  /** Every Db has a memory of its own. */
  const sunReadAgain = () =>
    sunOf(db.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }));
  const first = await sunOf(db);
  expect(first).toEqual(await sunReadAgain());
  await store("kept", names, [[midnight + 10 * hour, [900, 400, 500, 0, 60]]], 1_800);
  await store("kept", names, [[midnight + 10.5 * hour, [900, 400, 500, 0, 60]]], 1_800);
  const later = await sunOf(db);
  expect(later).toEqual(await sunReadAgain());
  expect(later.at(-1)).toBeGreaterThan(first.at(-1) ?? 0);
  // Behind the back of everything that would say so.
  await pool.query("delete from frame where container_id = 'kept' and at < to_timestamp($1)", [
    (midnight - 3 * day) / 1_000,
  ]);
  expect(await sunOf(db)).toEqual(later);
  await store("kept", names, [[midnight - 4 * day + minute, [0, 400, -400, 0, 40]]], 1_800);
  const changed = await sunOf(db);
  expect(changed).toEqual(await sunReadAgain());
  expect(changed[0]).toBeLessThan(later[0] ?? 0);
  await store("kept", ["generator.power"], [[midnight + 11 * hour, [100]]], 1_800);
  expect(await sunOf(db)).toEqual(await sunReadAgain());
  expect((await sunOf(db))[2]).toBe(0);
});

test("more containers than can be looked at each are only counted", async () => {
  const containers = Array.from({ length: 61 }, (_, index) => `many-${index}`);
  const { amina } = await cast({ amina: { role: "customer_staff", containers } });
  const { database } = await thePortal();
  const statements = statementsOf(database.pool);
  const { signal } = new AbortController();
  const context = { actor: { userId: amina.userId }, db: database.db, clock, signal } as unknown as CallContext;
  const { data } = await energyBalanceHandlers.getConsumptionOrigins({ period: "today", groupBy: "hour" }, context);
  expect(data).toMatchObject({ of: 61, isTooMany: true, origins: { sun: null, unknown: null } });
  expect(statements).toHaveLength(1);
  const others = [...containers, "long"];
  await expect(
    amina.call("getConsumptionOrigins", { period: "today", groupBy: "hour", containerIds: others }),
  ).refusesWith("not_found");
});

test("without a measured consumption its origins are null, never 0", async () => {
  const { origins } = await balance("metered", 1, "hour");
  expect([origins.sun.total, origins.unknown.total]).toEqual([null, null]);
});

test("containers out of the caller's scope are not found", async () => {
  const { tom } = await cast({ tom: { role: "customer_staff", containers: ["metered"] } });
  const refused = tom.call("getEnergyBalance", { containerId: "long", period: "today", groupBy: "hour" });
  await expect(refused).rejects.toMatchObject({ answer: { body: { code: "not_found" } } });
});

test("a balance takes a few statements, however much is measured, and fewer for what is in memory", async () => {
  const { database } = await thePortal();
  const { db } = database;
  const { tom } = await cast({ tom: { role: "customer_staff", containers: ["steady", "everything"] } });
  const statements = statementsOf(database.pool);
  const counted = async (containerId: string, days: number, groupBy: "hour" | "day") => {
    const [container] = await readContainers(db, visibleContainers(db, tom), [containerId], balanceMetrics);
    const before = statements.length;
    const question = { from: midnight - days * day, to: midnight, zone: "UTC", groupBy };
    await energyBalance(db, question, container!, clock.now());
    return statements.length - before;
  };
  // Energies, opened quarter hours and their summaries; a chart for what flows backwards, one for the charge; readings for
  // where the consumption came from, up to eight days of them, and later only the newest. Where a generator or the grid
  // can charge the battery, two more for the days before.
  expect(await counted("everything", 1, "hour")).toBeLessThanOrEqual(11);
  expect(await counted("everything", 1, "hour")).toBeLessThanOrEqual(5);
  expect(await counted("steady", 7, "day")).toBeLessThanOrEqual(7);
  expect(await counted("steady", 7, "day")).toBeLessThanOrEqual(2);
  expect(await counted("steady", 20, "day")).toBeLessThanOrEqual(6);
  expect(await counted("steady", 20, "day")).toBe(0);
});
