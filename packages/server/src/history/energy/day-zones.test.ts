import { afterAll, beforeAll, expect, test } from "vitest";

import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, sealAll, write } from "../rollups/rollups.fixture.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { balanceMetrics, energyBalance } from "./energy-balance.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 10);
const utcDay = Date.UTC(2026, 4, 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test.for([
  ["America/St_Johns", 2.5],
  ["Asia/Kolkata", -5.5],
  ["Asia/Kathmandu", -5.75],
  ["Africa/Nairobi", -3],
] as const)("the battery gave the same on a day of %s, whichever range it is looked at in", async ([zone, hours]) => {
  const id = await addContainer(database, ["battery.power"]);
  const start = utcDay + hours * hour;
  const rows: FrameRow[] = [];
  for (let atMs = start - 2 * day; atMs < start + 3 * day; atMs += 5 * minute) {
    const power = Math.round(
      800 * Math.sin((atMs - utcDay) / (2.1 * hour)) - 500 + 300 * Math.sin(atMs / (17 * minute)),
    );
    rows.push({ containerId: id, atMs, values: [power] });
  }
  await write(database, rows);
  await sealAll(database, testClock(now));
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
  const found: Record<string, number | null | undefined> = {};
  for (const days of [1, 7, 99, 101, 400]) {
    const from = days === 1 ? start : start - Math.floor(days / 2) * day;
    const range = { from, to: from + days * day, zone, groupBy: "day" as const };
    const { t, parts } = await energyBalance(database.db, range, container!, now);
    found[days] = parts.batteryOut.values[t.indexOf(start)];
  }
  for (const wh of Object.values(found)) expect(wh).toBeCloseTo(found["1"]!, 3);
});
