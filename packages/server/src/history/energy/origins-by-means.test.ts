import { afterAll, beforeAll, expect, test } from "vitest";

import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, sealAll, write } from "../rollups/rollups.fixture.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { balanceMetrics, energyBalance } from "./energy-balance.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 5, 10);
const columns = ["solar.power", "load.power", "generator.power", "battery.power"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/**
 * 650 W of sun from 7 to 17 h, 2 kW of a generator from 19 to 20 h, and a load of 300 W to which 1,200 W come for five of
 * every 15 minutes: by day the battery gives and takes in each quarter hour, and gives more.
 */
async function withCyclingLoad(days: number): Promise<string> {
  const id = await addContainer(database, columns);
  const rows: FrameRow[] = [];
  for (let atMs = midnight - days * day; atMs < midnight; atMs += minute) {
    const at = (atMs % day) / hour;
    const sun = at >= 7 && at < 17 ? 650 : 0;
    const generator = at >= 19 && at < 20 ? 2_000 : 0;
    const load = (atMs / minute) % 15 < 5 ? 1_500 : 300;
    rows.push({ containerId: id, atMs, values: [sun, load, generator, sun + generator - load] });
  }
  for (let at = 0; at < rows.length; at += 2_000) await write(database, rows.slice(at, at + 2_000));
  await sealAll(database, testClock(midnight));
  return id;
}

test("a load that comes and goes has the same sun by means of quarter hours as by readings", async () => {
  const id = await withCyclingLoad(20);
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
  /** Of the last day of a range. */
  const ask = async (days: number) => {
    const range = { from: midnight - days * day, to: midnight, zone: "UTC", groupBy: "day" as const };
    const { origins } = await energyBalance(database.db, range, container!, midnight);
    const of = (origin: keyof typeof origins) => origins[origin].values.at(-1) ?? 0;
    const sun = of("sun") + of("battery");
    const generator = of("generator") + of("generatorStored");
    return { sun: sun / (sun + generator), unknown: of("unknown") };
  };
  const alone = await ask(1);
  const long = await ask(10);
  expect(long.unknown).toBeCloseTo(alone.unknown, 0);
  expect(Math.abs(long.sun - alone.sun)).toBeLessThan(0.01);
});
