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

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test("where what a meter counted over a gap came from is not known, by hours as by days", async () => {
  // 600 W of sun and of load all day; the load is silent from 12 to 20, in which its meter counts 20 kWh.
  const id = await addContainer(database, ["solar.power", "load.power", "load.energy"]);
  const rows: FrameRow[] = [];
  for (let atMs = midnight - hour; atMs <= midnight + day + hour; atMs += minute) {
    const hours = (atMs - midnight) / hour;
    const isSilent = hours > 12 && hours < 20;
    const counted = 10_000 + 600 * hours + (hours >= 20 ? 20_000 - 8 * 600 : 0);
    rows.push({ containerId: id, atMs, values: [600, isSilent ? null : 600, isSilent ? null : counted] });
  }
  await write(database, rows);
  await sealAll(database, testClock(midnight + 2 * day));
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], balanceMetrics);
  for (const groupBy of ["hour", "day"] as const) {
    const question = { from: midnight, to: midnight + day, zone: "UTC", groupBy };
    const { parts, origins } = await energyBalance(database.db, question, container!, midnight + 2 * day);
    expect(parts.load.total, groupBy).toBeCloseTo(29_600, 3);
    expect(origins.sun.total, groupBy).toBeCloseTo(9_600, 3);
    expect(origins.unknown.total, groupBy).toBeCloseTo(20_000, 3);
  }
});
