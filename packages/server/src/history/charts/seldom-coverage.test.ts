import { afterAll, beforeAll, expect, test } from "vitest";

import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, sealAll, write } from "../rollups/rollups.fixture.ts";
import { coverageOf, drawChart } from "./chart-engine.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 4, 1);
const now = start + 200 * day;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

test.for([
  ["a day", day],
  ["every six hours", 6 * hour],
] as const)(
  "a value that comes once %s, from a container that announces one a minute, was measured all the time, over a day, a week and two months",
  async ([, everyMs]) => {
    const metric = "tank.level";
    const id = await addContainer(database, [metric]);
    const rows = [];
    for (let atMs = start + 7 * hour; atMs < start + 120 * day; atMs += everyMs)
      rows.push({ containerId: id, atMs, values: [50] });
    await write(database, rows);
    await sealAll(database, testClock(now));
    const [container] = await readContainers(database.db, everyContainer(database.db), [id], [metric]);
    const containers = new Map([[id, container!]]);
    const series = [{ metric, func: "average", useIf: "all", multiply: 1, containerIds: [id] }] as const;
    for (const days of [1, 7, 60]) {
      const [from, to] = [start + 30 * day, start + (30 + days) * day];
      const chart = await drawChart(database.db, { from, to, zone: "UTC", groupBy: "day" }, series, containers, now);
      expect(chart.coverage, `${days} days`).toEqual([1]);
      const asked = { series, containers, range: { fromMs: from, toMs: to }, untilMs: to, nowMs: now };
      expect(await coverageOf(database.db, asked, "UTC"), `${days} days`).toEqual([1]);
    }
  },
);
