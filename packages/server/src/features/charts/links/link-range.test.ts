import { beforeAll, beforeEach, expect, test } from "vitest";

import { type Actor, aStranger, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { aChart, aLink, midnight, sunIn, yesterday } from "./chart-links.fixture.ts";
import { store } from "../charts.fixture.ts";

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

test("nobody sees a single reading by asking a link for the time of that reading, nor of what is laid over it", async () => {
  // Three readings in the quarter hour after noon, and other ones a day before.
  const noon = midnight - 20 * day + 12 * hour;
  for (const [atMs, share] of [
    [noon, 1],
    [noon - day, 10],
  ] as const) {
    const watts = [10, 20, 60].map((one) => one / share);
    await store(
      "gao",
      ["solar.power"],
      watts.map((value, index) => [atMs + index * 5 * minute + 1, [value]]),
    );
  }
  const chartId = await aChart(amina, undefined, { groupBy: "day", compare: { kind: "previous" } });
  const range = { kind: "picker", from: noon - 12 * hour, to: noon + 12 * hour } as const;
  const { token } = await aLink(amina, { chartId, range, compared: "previous" });
  const quarter = { from: noon, to: noon + 15 * minute };
  const whole = await opened(token, quarter);
  const at = noon + 5 * minute + 1;
  const seen = await opened(token, { from: at, to: at + 1 });
  expect(seen).toEqual(whole);
  expect(seen).toMatchObject({ ...quarter, compared: { from: quarter.from - day, to: quarter.to - day } });
  const [line] = seen.lines;
  expect([line?.values, line?.ghost?.map((value) => value?.toFixed(3))]).toEqual([[30], ["3.000"]]);
  // Nor by asking for what ends there, or begins there.
  expect(await opened(token, { from: quarter.from, to: at })).toEqual(whole);
  expect(await opened(token, { from: at, to: quarter.to })).toEqual(whole);
});

test("of the last hours the moment of looking cuts no quarter hour that is over, nor one of an earlier time", async () => {
  const chartId = await comparedWith("previous");
  const { token } = await aLink(amina, { chartId, range: { kind: "rolling", hours: 24 }, compared: "previous" });
  const quarter = 15 * minute;
  // Seven minutes into a quarter hour.
  clock.advance(quarter - (clock.now() % quarter) + 7 * minute);
  const now = clock.now();
  const begin = now - day + 8 * minute;
  const seen = await opened(token);
  expect(seen).toMatchObject({ from: begin, to: now - 7 * minute, isOpen: true });
  expect(seen.compared).toMatchObject({ from: begin - day, to: now - day - 7 * minute });
  expect(await opened(token, { from: begin - 8 * minute, to: begin - 7 * minute })).toMatchObject({ from: begin });
});

test.each([
  ["the last hours", { kind: "rolling", hours: 24 }],
  ["a time that is not over", { kind: "fixed", from, to: midnight + 9 * day }],
  ["a part of such a time", { kind: "picker", from, to: midnight + 9 * day }],
] as const)(
  "of %s nobody sees a reading by asking again and again while its quarter hour is open",
  async (_, range) => {
    const quarter = 15 * minute;
    clock.advance(quarter - (clock.now() % quarter) + 2 * minute);
    const open = clock.now() - 2 * minute;
    await store(
      "gao",
      ["solar.power"],
      [
        [open - 10 * minute, [400]],
        [open + minute, [7_000]],
      ],
    );
    const chartId = await aChart(amina, undefined, { groupBy: "15m" });
    const { token } = await aLink(amina, { chartId, range });
    const asked = range.kind === "picker" ? { from: open - 2 * quarter, to: open + quarter } : {};
    const first = await opened(token, asked);
    expect(first).toMatchObject({ to: open, isOpen: true });
    expect(first.lines[0]?.values.at(-1)).toBe(400);
    await store("gao", ["solar.power"], [[open + 3 * minute, [9_000]]]);
    // What was drawn before is kept for a minute.
    clock.advance(2 * minute);
    expect(await opened(token, asked)).toEqual(first);
    // The last readings of a quarter hour may still be on their way at its end.
    clock.advance(11 * minute);
    expect(await opened(token, asked)).toEqual(first);
    clock.advance(minute);
    const after = await opened(token, asked);
    expect(after.to).toBe(open + quarter);
    expect(after.lines[0]?.values.at(-1)).toBe(8_000);
  },
);

test("a link to a time that is still to come shows nothing of the quarter hour that is open", async () => {
  const quarter = 15 * minute;
  clock.advance(quarter - (clock.now() % quarter) + 2 * minute);
  const open = clock.now() - 2 * minute;
  await store("gao", ["solar.power"], [[open + minute, [7_000]]]);
  const chartId = await aChart(amina, undefined, { groupBy: "15m" });
  const { token } = await aLink(amina, { chartId, range: { kind: "picker", from: open, to: open + hour } });
  const seen = await opened(token, { from: open + minute, to: open + minute + 1 });
  expect(seen.lines.flatMap(({ values }) => values).filter((value) => value !== null)).toEqual([]);
  expect(seen.isOpen).toBe(true);
});

test("an hour that clocks skipped is laid over nothing, of which one millisecond would be a reading", async () => {
  const { pool } = (await thePortal()).database;
  await pool.query("update container set zone_name = 'Europe/Paris' where id = 'kayes'");
  const changed = Date.UTC(2026, 2, 29, 1);
  const readings = [-30, 0, 30].map((minutes): [number, number[]] => [changed + minutes * minute, [7]]);
  await store("kayes", ["solar.power"], readings);
  const chartId = await aChart(amina, [sunIn(["kayes"])], { groupBy: "15m", compare: { kind: "week" } });
  const weekAfter = Date.UTC(2026, 3, 5);
  const range = { kind: "picker", from: weekAfter, to: weekAfter + day } as const;
  const { token } = await aLink(amina, { chartId, range, compared: "week" });
  // Half past two in the night.
  const half = weekAfter + 30 * minute;
  expect(await opened(token, { from: half, to: half + 15 * minute })).toMatchObject({
    ...{ t: [half], compared: null, lines: [{ ghost: null }] },
  });
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
