import { afterAll, beforeAll, expect, test } from "vitest";

import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, sealAll, write } from "../rollups/rollups.fixture.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { energyBalance, balanceMetrics } from "./energy-balance.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 10);
/** The day in question. */
const start = Date.UTC(2026, 4, 1);
const columns = ["solar.power", "load.energy", "battery.power"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function containerEvery(everyMs: number, announcedS: number): Promise<string> {
  const id = await addContainer(database, columns);
  await database.db
    .insertInto("containerLatest")
    .values({ liveValues: "{}", devices: "[]", capabilities: "[]", containerId: id, everyS: announcedS })
    .execute();
  // A day on both sides of the one in question, or what such slow readings need.
  const reachMs = Math.max(day, 10 * everyMs);
  const rows: FrameRow[] = [];
  // Readings do not come at whole hours.
  for (let atMs = start - reachMs + 17 * minute; atMs < start + day + reachMs; atMs += everyMs) {
    const phase = (atMs - start) / (5 * hour);
    const battery = Math.round(300 * Math.cos(phase + 2.5));
    rows.push({
      containerId: id,
      atMs,
      values: [Math.round(200 + 150 * Math.sin(phase)), atMs / minute - 2e7, battery],
    });
  }
  for (let at = 0; at < rows.length; at += 2_000) await write(database, rows.slice(at, at + 2_000));
  return id;
}

test.for([
  ["10 s", 10_000],
  ["30 minutes", 30 * minute],
  ["3 hours", 3 * hour],
  ["6 hours", 6 * hour],
  ["24 hours", day],
] as const)(
  "a day has the same energy alone as within 7, 30 and 400 days, with readings every %s, announced or not",
  { timeout: 60_000 },
  async ([, everyMs]) => {
    for (const announcedS of everyMs <= minute ? [10] : [60, everyMs / 1_000]) {
      const id = await containerEvery(everyMs, announcedS);
      await sealAll(database, testClock(now));
      const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
      const ask = async (days: number) => {
        // The day is not at an end of the longer ranges.
        const from = days === 1 ? start : start - Math.floor(days / 2) * day;
        const range = { from, to: from + days * day, zone: "UTC", groupBy: "day" as const };
        const { t, parts } = await energyBalance(database.db, range, container!, now);
        const group = t.indexOf(start);
        const { solar, load, batteryIn, batteryOut } = parts;
        return [solar, load, batteryIn, batteryOut].map(({ values }) => values[group] ?? null);
      };
      const alone = await ask(1);
      for (const wh of alone) expect(wh).toBeGreaterThan(0);
      // What was measured all the time is whole.
      expect(alone[1]).toBeCloseTo(1440, 6);
      for (const days of [7, 30, 400]) {
        const found = await ask(days);
        for (const [place, wh = 0] of alone.entries()) {
          expect(Math.abs((found[place] ?? 0) - (wh ?? 0)), `${days} ${place}`).toBeLessThan(1e-6);
        }
      }
    }
  },
);
