import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { sunIn } from "./links/chart-links.fixture.ts";
import { store } from "./charts.fixture.ts";

const hour = 3_600_000;
const clock = testClock(Date.UTC(2025, 5, 10, 12));
/** Midnight of this day by the clocks of Gao, which are those of UTC. */
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** Watts that tell the day and the hour in which they were measured: 29.05 is the 29th at five. */
const watts = (atMs: number) => new Date(atMs).getUTCDate() + new Date(atMs).getUTCHours() / 100;

let amina: Actor;
beforeAll(async () => {
  await thePortal({ clock });
  ({ amina } = await cast({ amina: { role: "user", containers: ["gao"] } }));
  // From 27 February to 2 March of a year, of the leap year after it, and of the year after that.
  for (const year of [2023, 2024, 2025]) {
    const [from, to] = [at(`${year}-02-27`), at(`${year}-03-03`)];
    const hours = Array.from({ length: (to - from) / hour }, (_, index) => from + index * hour);
    const added = (year - 2023) * 100;
    await store(
      "gao",
      ["solar.power"],
      hours.map((atMs) => [atMs, [added + watts(atMs)]]),
      3_600,
    );
  }
});

async function drawn(from: string, to: string, groupBy: "hour" | "day") {
  const definition = {
    ...{ name: "Sun", period: "custom", from: at(from), to: at(to), groupBy, compare: { kind: "year" } },
    series: [sunIn(["gao"], { func: "max" })],
  } as never;
  const { data } = await amina.call("chartDraw", { definition, points: 500 });
  const [line] = data.lines;
  return { compared: data.compared, values: line?.values, ghost: line?.ghost };
}
const highest = (year: number, ...days: number[]) => days.map((day) => (year - 2023) * 100 + day + 0.23);

test("over a year laid what was measured at the same days and hours of the year before", async () => {
  const { compared, values, ghost } = await drawn("2025-02-28", "2025-03-02", "hour");
  expect(compared).toMatchObject({ from: at("2024-02-28"), what: null });
  expect(values?.[5]).toBeCloseTo(228.05, 9);
  expect(ghost?.[5]).toBeCloseTo(128.05, 9);
  // The leap day before has no day of its own in this year, and none takes its place.
  expect(ghost?.[24]).toBeCloseTo(101, 9);
  expect(ghost).toHaveLength(48);
});

test("a day that the year before did not have is compared with the last day of that month", async () => {
  const days = await drawn("2024-02-27", "2024-03-03", "day");
  expect(days.compared).toMatchObject({ from: at("2023-02-27"), to: at("2023-03-03"), what: null });
  expect(days.values).toEqual(highest(2024, 27, 28, 29, 1, 2));
  expect(days.ghost).toEqual(highest(2023, 27, 28, 28, 1, 2));
  const hours = await drawn("2024-02-29", "2024-03-01", "hour");
  expect(hours.compared).toMatchObject({ from: at("2023-02-28"), to: at("2023-03-01") });
  expect(hours.ghost?.[5]).toBeCloseTo(28.05, 9);
  expect(hours.ghost).toHaveLength(24);
});

test("by day, the leap day of the year before is laid over no day of this one", async () => {
  const { ghost } = await drawn("2025-02-27", "2025-03-03", "day");
  expect(ghost).toEqual(highest(2024, 27, 28, 1, 2));
});
