import { beforeAll, beforeEach, expect, test } from "vitest";

import { type Actor, aStranger, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { aChart, aLink, midnight, sunIn, yesterday } from "./chart-links.fixture.ts";
import { store } from "./charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clock = testClock(midnight + day / 2);
const from = midnight - day;
/** What is laid over yesterday: where it begins, and what was measured then. */
const earlier = {
  previous: { from: from - day, watts: 50 },
  week: { from: from - 7 * day, watts: 70 },
  year: { from: Date.UTC(2025, 5, 9), watts: 30 },
} as const;
const kinds = ["previous", "week", "year"] as const;

let amina: Actor;
beforeAll(async () => {
  await thePortal({ clock });
  ({ amina } = await cast({ amina: { role: "user", containers: ["gao", "kayes"] } }));
  for (const { from: beginMs, watts } of [{ from, watts: 100 }, ...Object.values(earlier)]) {
    await store(
      "gao",
      ["solar.power"],
      Array.from({ length: 96 }, (_, index) => [beginMs + index * 15 * minute, [watts]]),
    );
  }
});
// Each test has openings of its own.
beforeEach(() => clock.advance(minute + 1));

const comparedWith = (kind: string) => aChart(amina, undefined, { compare: { kind } });
const opened = async (token: string, part = {}) =>
  (await (await aStranger()).call("getChartToken", { token, ...part })).data;
const frozenOf = async (id: string) => {
  const { pool } = (await thePortal()).database;
  return (await pool.query<{ frozen: unknown }>("select frozen from chart_link where id = $1", [id])).rows[0]?.frozen;
};

test.each(kinds)("a link shows nothing of the time that its chart is compared with (%s)", async (kind) => {
  const chartId = await comparedWith(kind);
  const { id, token } = await aLink(amina, { chartId });
  const seen = await opened(token);
  expect(seen).toMatchObject({ from, to: midnight, compared: null, lines: [{ ghost: null }] });
  expect(seen.lines[0]?.values[12]).toBe(100);
  // It is not in what is kept of the link either, and whoever makes it sees that before.
  expect(await frozenOf(id)).toMatchObject({ definition: { compare: { kind: "none" } }, compared: null });
  expect((await amina.call("chartTokenPreview", { chartId, range: yesterday })).data).toEqual(seen);
  expect((await amina.call("chartTokenList", { chartId })).data).toMatchObject([{ compared: null }]);
});

test.each(kinds)("whoever makes a link may choose that the compared time is seen, too (%s)", async (kind) => {
  const chartId = await comparedWith(kind);
  const { token } = await aLink(amina, { chartId, compared: kind });
  const seen = await opened(token);
  expect(seen.compared?.from).toBe(earlier[kind].from);
  expect(seen.lines[0]?.ghost?.[12]).toBe(earlier[kind].watts);
  const preview = await amina.call("chartTokenPreview", { chartId, range: yesterday, compared: kind });
  expect(preview.data).toEqual(seen);
  expect((await amina.call("chartTokenList", { chartId })).data).toMatchObject([{ compared: kind }]);
});

test("another time than the one that was chosen is in no link, also when it is given its chart anew", async () => {
  const chartId = await comparedWith("year");
  const other = await aLink(amina, { chartId, compared: "week" });
  expect((await opened(other.token)).compared).toBeNull();
  const { id, token } = await aLink(amina, { chartId, compared: "year" });
  expect((await opened(token)).lines[0]?.ghost?.[12]).toBe(30);
  const now = { name: "Sun", groupBy: "hour", series: [sunIn(["gao"])], compare: { kind: "week" } } as never;
  await amina.call("chartSave", { id: chartId, version: 1, definition: now });
  await amina.call("setChartToken", { id, chartId, range: yesterday, compared: "year" });
  expect(await opened(token)).toMatchObject({ name: "Sun", compared: null });
});

test("a link of a release that asked nobody about the compared time shows none of it", async () => {
  const chartId = await comparedWith("week");
  const { id, token } = await aLink(amina, { chartId, compared: "week" });
  expect((await opened(token)).lines[0]?.ghost?.[12]).toBe(70);
  const { pool } = (await thePortal()).database;
  await pool.query("update chart_link set frozen = frozen - 'compared' where id = $1", [id]);
  expect(await frozenOf(id)).toMatchObject({ definition: { compare: { kind: "week" } } });
  expect(await opened(token)).toMatchObject({ compared: null, lines: [{ ghost: null }] });
  expect((await amina.call("chartTokenList", { chartId })).data).toMatchObject([{ id, compared: null }]);
});

test("of another container nothing from outside the time of the link is laid over, though its clocks are others", async () => {
  // Kayes is three hours ahead here: its yesterday began while it was the day before in Gao.
  const { pool } = (await thePortal()).database;
  await pool.query("update container set zone_name = 'Africa/Nairobi' where id = 'kayes'");
  const hours = Array.from({ length: 48 }, (_, index) => from - 12 * hour + index * hour);
  await store(
    "kayes",
    ["solar.power"],
    hours.map((atMs) => [atMs, [1_000 + (atMs - from) / hour]]),
    3_600,
  );
  const chartId = await aChart(amina, undefined, { compare: { kind: "container", containerId: "kayes" } });
  const { token } = await aLink(amina, { chartId });
  const seen = await opened(token);
  expect(seen.compared).toEqual({ from, to: midnight - 3 * hour, what: "Site 2" });
  expect(seen.lines[0]?.ghost?.slice(0, 5)).toEqual([null, null, null, 1_000, 1_001]);
  // Its owner sees the whole of that day.
  const { definition } = (await amina.call("chartGet", { id: chartId })).data;
  const own = await amina.call("chartDraw", { definition, from, to: midnight, points: 500 });
  expect(own.data.compared?.from).toBe(from - 3 * hour);
  expect(own.data.lines[0]?.ghost?.[0]).toBe(997);
  // Where clocks are so far apart that nothing lies within it, nothing is laid over.
  const picked = await aLink(amina, { chartId, range: { kind: "fixed", from, to: from + 2 * hour } });
  expect(await opened(picked.token)).toMatchObject({ compared: null, lines: [{ ghost: null }] });
});
