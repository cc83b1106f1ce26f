import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";
import { beforeAll, expect, test } from "vitest";

import { sealAll } from "../../../history/rollups/rollups.fixture.ts";
import { type Actor, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { definedReport } from "../../reports/chart-report.ts";
import { store } from "../charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 5, 8);
const clock = testClock(midnight + 4 * day);
const noon = midnight + day / 2;

let amina: Actor;
beforeAll(async () => {
  await thePortal({ clock });
  ({ amina } = await cast({ amina: { role: "user", containers: ["gao", "kayes"] } }));
  const quarters = (from: number, to: number) =>
    Array.from({ length: (to - from) / (15 * minute) }, (_, index): [number, number[]] => [
      from + index * 15 * minute,
      [100],
    ]);
  // The link was lost from 9 to noon. What came before is stored as it was taken, and the rest after noon.
  for (const frame of quarters(midnight, noon - 3 * hour))
    await store("gao", ["solar.power"], [frame], 900, frame[0] + 5_000);
  await store("gao", ["solar.power"], quarters(noon - 3 * hour, noon), 900, noon + minute);
  for (const frame of quarters(midnight, noon))
    await store("kayes", ["solar.power"], [frame], 900, frame[0] + 9 * minute);
});

type Definition = RequestOf<Calls["chartDraw"]>["definition"];
type Series = Definition["series"][number];
const of = (id: string, ...ids: string[]): Series => ({
  ...{ id, kind: "metric", metric: "solar.power" },
  of: { kind: "containers", ids },
});
async function lateOf(series: Series[], { to = noon, points = 1_500, from = midnight } = {}) {
  const definition: Definition = { name: "Sun", groupBy: "hour", period: "custom", from, to, series };
  return (await amina.call("chartDraw", { definition, points })).data.lines.map(({ late }) => late);
}
const lost = [[noon - 3 * hour, noon]];

test("what came long after it was taken is said of each line, and of a line of several containers and a formula too, also once its day is sealed", async () => {
  const formula: Series = { id: "d", kind: "formula", op: "minus", a: "a", b: "b" };
  const series = [of("a", "gao"), of("b", "kayes"), of("c", "gao", "kayes"), formula];
  const open = await lateOf(series);
  expect(open).toEqual([lost, undefined, lost, lost]);
  const { database } = await thePortal();
  await sealAll(database, clock);
  const { rows } = await database.pool.query("select 1 from sealed_day where container_id = 'gao'");
  expect(rows).toHaveLength(1);
  expect(await lateOf(series)).toEqual(open);
});

test("a report says how much of its chart came late, in both languages", async () => {
  const { db } = (await thePortal()).database;
  const people = { ownerId: amina.userId, readerId: amina.userId };
  const aboutIn = async (language: "en" | "fr", container: string) => {
    const definition = ChartDefinition.parse({ name: "Sun", groupBy: "hour", series: [of("a", container)] });
    const range = { from: midnight, to: noon };
    const report = { db, ...people, language, dueMs: noon, nowMs: noon, url: "" };
    return (await definedReport("Sun", definition, report, range)).about.at(-1)?.replaceAll(/\s/g, " ");
  };
  expect(await aboutIn("en", "gao")).toBe("3 h of values reached the portal late");
  expect(await aboutIn("fr", "gao")).toBe("Valeurs reçues en retard par le portail : 3 h");
  expect(await aboutIn("en", "kayes")).toMatch(/^Times in /);
});

test("history that is brought in is one stretch, also where it is coarser than what is sent now", async () => {
  const days = [0, 1, 2, 3].map((index): [number, number[]] => [midnight - day + index * 15 * minute, [100]]);
  await store("kayes", ["solar.power"], days, 10, noon);
  const late = await lateOf([of("b", "kayes")], { from: midnight - day, to: midnight - day + hour });
  expect(late).toEqual([[[midnight - day, midnight - day + 45 * minute + 10_000]]]);
});

test("it is looked for within the range alone, and not for small pictures and long ranges", async () => {
  expect(await lateOf([of("a", "gao")], { to: noon - 3 * hour })).toEqual([undefined]);
  expect(await lateOf([of("a", "gao")], { points: 170 })).toEqual([undefined]);
  expect(await lateOf([of("a", "gao")], { from: midnight - 9 * day })).toEqual([undefined]);
});
