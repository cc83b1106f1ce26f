import { chartGroups, chartPeriods } from "@offgrid/contract/charts/chart-choices";
import { expect, test } from "vitest";

import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { store } from "./charts.fixture.ts";

const hour = 3_600_000;
const minute = 60_000;
const day = 24 * hour;
const clock = testClock(Date.UTC(2026, 5, 10, 12));
const midnight = Date.UTC(2026, 5, 10);

const portal = await thePortal({ clock });
const settle = async () => {
  while (await workerOn(portal.database, clock).work(true));
};
const hourly = (fromMs: number, count: number) => Array.from({ length: count }, (_, index) => fromMs + index * hour);

test("values of several containers are summed group by group, from frames and from rollups alike", async () => {
  const from = midnight - 5 * day;
  // The second begins a day and a quarter of an hour later, and the third never had a battery.
  const halfHours = (fromMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => fromMs + index * 30 * minute);
  await store(
    "sum-a",
    ["battery.power", "solar.power"],
    halfHours(from, 240).map((at) => [at, [100, 10]]),
    1800,
  );
  const offset = halfHours(from + day + 15 * minute, 144);
  await store(
    "sum-b",
    ["battery.power", "solar.power"],
    offset.map((at) => [at, [-30, -7]]),
    1800,
  );
  await store(
    "sum-c",
    ["solar.power"],
    halfHours(from, 240).map((at) => [at, [1]]),
    1800,
  );
  const containerIds = ["sum-a", "sum-b", "sum-c"];
  const { amina } = await cast({ amina: { role: "customer_staff", containers: containerIds } });
  const question = {
    from,
    to: midnight,
    zone: "UTC",
    groupBy: "day" as const,
    series: [
      { containerIds, metric: "battery.power" },
      // Powers without a direction count as 0 where they are negative.
      { containerIds, metric: "solar.power", multiply: 2 },
      { containerIds: ["sum-b"], metric: "solar.power" },
      { containerIds, metric: "solar.power", func: "count" as const },
      { containerIds: ["sum-a", "sum-a"], metric: "battery.power", func: "max" as const },
    ],
  };
  const expected = [
    [100, 70, 70, 70, 100],
    [22, 22, 22, 22, 22],
    [null, -7, -7, -7, null],
    [96, 144, 144, 144, 96],
    [100, 100, 100, 100, 100],
  ];
  const fromFrames = (await amina.call("getChartData", question)).data;
  expect(fromFrames).toMatchObject({ tier: "frames", series: expected, clamped: [1] });
  await settle();
  const { data } = await amina.call("getChartData", question);
  expect(data).toMatchObject({ tier: "rollups", series: expected, clamped: [1] });
  const alone = { ...question, series: question.series.filter((_, index) => index !== 1) };
  expect((await amina.call("getChartData", alone)).data).not.toHaveProperty("clamped");
  // The exported file sums as the chart does.
  const file = await fetch(`${portal.api}/exportData`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": amina.token, "x-user-id": amina.userId },
    body: JSON.stringify({ ...question, format: "csv" }),
  });
  const [values = "", said] = (await file.text()).split("\r\n\r\n");
  const lines = values.split("\r\n");
  expect(said?.split("\r\n").filter((line) => line.endsWith("counted as 0"))).toHaveLength(1);
  expect(lines.slice(1).map((line) => line.split(",").slice(2))).toEqual(
    [0, 1, 2, 3, 4].map((group) => expected.map((values) => String(values[group] ?? ""))),
  );
  // A container without this metric was never measured.
  for (const { coverage } of [fromFrames, data]) {
    // Of what the third never had, nothing is said.
    expect(coverage[0]).toBeCloseTo((239 + 143) / 240 / 2, 6);
    expect(coverage[1]).toBeCloseTo((239 + 143 + 239) / 240 / 3, 6);
  }
});

test("a list of containers is refused as a whole if the caller does not see one of them, or if it cannot be summed", async () => {
  await ensureContainer("sum-secret");
  await ensureContainer("sum-seen");
  await ensureContainer("sum-seen2");
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["sum-seen", "sum-seen2"] } });
  const ask = (series: object, groupBy = "day") =>
    amina.post("getChartData", { period: "week", groupBy, series: [{ metric: "solar.power", ...series }] });
  expect(await ask({ containerIds: ["sum-seen", "sum-secret"] })).toMatchObject({ status: 404, code: "not_found" });
  expect(await ask({ clusterId: "north" })).toMatchObject({ status: 400 });
  for (const series of [{}, { containerId: "sum-seen", containerIds: ["sum-seen"] }, { containerIds: [] }]) {
    expect(await ask(series)).toMatchObject({ status: 400, code: "bad_input" });
  }
  const raw = await ask({ containerIds: ["sum-seen", "sum-seen2"] }, "raw");
  expect(raw.body).toMatchObject({ code: "bad_input", fields: { groupBy: expect.stringContaining("choose a group") } });
  const charge = await ask({ containerIds: ["sum-seen", "sum-seen2"], metric: "battery.soc" });
  expect(charge.body).toMatchObject({
    code: "bad_input",
    fields: { "series.0.containerIds": expect.stringContaining("a series per container") },
  });
  expect(await ask({ containerIds: ["sum-seen"] }, "raw")).toMatchObject({ status: 200 });
});

test("a chart requested again after late frames came includes them", async () => {
  const from = midnight - 4 * day;
  await store(
    "late",
    ["solar.power"],
    hourly(from, 96).map((at) => [at, [10]]),
    3600,
  );
  await settle();
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["late"] } });
  const question = { from, to: midnight, zone: "Europe/Paris", groupBy: "day" as const };
  const series = (["sum", "max", "last"] as const).map((func) => ({
    containerId: "late",
    metric: "solar.power",
    func,
  }));
  const ask = async () => (await amina.call("getChartData", { ...question, series })).data;
  const before = await ask();
  expect(before).toMatchObject({
    tier: "rollups",
    series: [
      [220, 240, 240, 240, 20],
      [10, 10, 10, 10, 10],
      [10, 10, 10, 10, 10],
    ],
  });
  const expected = [
    [220, 240, 2240, 240, 20],
    [10, 10, 2000, 10, 10],
    [10, 10, 10, 10, 10],
  ];
  await store("late", ["solar.power"], [[from + 2 * day + 5 * hour + minute, [2000]]], 3600);
  // First from the marked quarter hour, then from its new summary.
  expect((await ask()).series).toEqual(expected);
  await settle();
  expect((await ask()).series).toEqual(expected);
  expect((await amina.call("getGeneration", { ...question, containerIds: ["late"] })).data.total).toBeGreaterThan(
    1_900,
  );
});

test("90 days by hour are 2,160 points, also across a clock change; 90 calendar days may be an hour more or less", async () => {
  await ensureContainer("axis");
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["axis"] } });
  const points = async (zone: string, fromMs: number, toMs = fromMs + 90 * day) => {
    const question = { from: fromMs, to: toMs, zone, groupBy: "hour" as const };
    const { t } = (await amina.call("getChartData", { ...question, series: [{ containerId: "axis", metric: "x" }] }))
      .data;
    for (const [index, atMs] of t.entries()) if (index > 0) expect(atMs).toBeGreaterThan(t[index - 1] as number);
    return t.length;
  };
  // Clocks went forward in Paris on 29 March and go back on 25 October 2026.
  const spring = Date.UTC(2026, 1, 28, 23);
  const autumn = Date.UTC(2026, 8, 14, 22);
  expect(await points("UTC", spring)).toBe(2_160);
  expect(await points("Europe/Paris", spring)).toBe(2_160);
  expect(await points("Europe/Paris", autumn)).toBe(2_160);
  expect(await points("Asia/Kathmandu", spring + 15 * minute)).toBe(2_160);
  expect(await points("Europe/Paris", spring, spring + 90 * day - hour)).toBe(2_159);
  expect(await points("Europe/Paris", autumn, autumn + 90 * day + hour)).toBe(2_161);
  // Half an hour on Lord Howe makes one short hour more, and the last one is cut.
  expect(await points("Australia/Lord_Howe", Date.UTC(2026, 2, 1, 13))).toBe(2_161);
});

test("every period can be answered in every group, from its beginning to its end", async () => {
  await store(
    "periods",
    ["solar.power"],
    hourly(midnight - 40 * day, 40 * 24).map((at) => [at, [1]]),
    3600,
  );
  await settle();
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["periods"] } });
  for (const period of chartPeriods) {
    for (const groupBy of chartGroups) {
      const range = period === "custom" ? { from: midnight - 3 * day, to: midnight } : {};
      const answer = await amina.post("getChartData", {
        ...range,
        period,
        groupBy,
        zone: "Asia/Kathmandu",
        series: [{ containerId: "periods", metric: "solar.power", func: "count", type: "stack_bar", axis: "right" }],
      });
      // A year of quarter hours is more than a chart holds.
      if ((period === "year" || period === "begin_of_year") && groupBy === "15m") {
        expect(answer).toMatchObject({ status: 400, code: "bad_input" });
        continue;
      }
      expect(answer.status, `${period} by ${groupBy}`).toBe(200);
      const { t, series } = answer.body["data"] as { t: number[]; series: (number | null)[][] };
      expect(series[0]).toHaveLength(t.length);
      expect([...t].sort((one, other) => one - other)).toEqual(t);
      const counted = series[0]?.reduce<number>((sum, count) => sum + (count ?? 0), 0) ?? 0;
      expect(counted, `${period} by ${groupBy}`).toBeGreaterThan(0);
    }
  }
}, 60_000);

test("energy of a list of containers over days: a meter with a reset takes precedence over power, gaps are unknown, negative power is 0", async () => {
  const from = midnight - 6 * day;
  const every10 = (fromMs: number, hours: number) =>
    Array.from({ length: hours * 6 + 1 }, (_, index) => fromMs + index * 10 * minute);
  // 50 Wh each ten minutes by the meter, which begins again from 0 after a day; its power says otherwise.
  await store(
    "energy-a",
    ["load.power", "load.energy"],
    every10(from, 48).map((at, index) => [at, [999, index < 144 ? 10_000 + index * 50 : (index - 144) * 50 + 50]]),
    600,
  );
  // 600 W with a gap of six hours, and below zero for the last two.
  const gap = [from + 10 * hour, from + 16 * hour];
  const power = every10(from, 24).filter((at) => at <= (gap[0] as number) || at >= (gap[1] as number));
  await store(
    "energy-b",
    ["load.power"],
    power.map((at) => [at, [at > from + 22 * hour ? -600 : 600]]),
    600,
  );
  await settle();
  const containerIds = ["energy-a", "energy-b"];
  const { amina } = await cast({ amina: { role: "user", containers: containerIds } });
  const question = { from, to: midnight, zone: "UTC", groupBy: "day" as const, containerIds };
  const { data } = await amina.call("getConsumption", question);
  const meter = 24 * 300;
  // Ten hours, six more up to 22:00, and half of the ten minutes in which it falls to zero.
  const measured = 600 * (10 + 6) + 50;
  expect(data.values[0]).toBeCloseTo(meter + measured, 6);
  expect(data.values[1]).toBeCloseTo(meter, 6);
  expect(data.values.slice(2)).toEqual([null, null, null, null]);
  expect(data.total).toBeCloseTo(2 * meter + measured, 6);
  expect(data.coverage).toBeCloseTo((48 + 18) / (2 * 144), 6);
  const each = await Promise.all(
    containerIds.map((id) => amina.call("getConsumption", { ...question, containerIds: [id] })),
  );
  expect(each.reduce((sum, { data: { total } }) => sum + total, 0)).toBeCloseTo(data.total, 6);
});

test("a battery that charged for a part of an hour and gave for the rest has the energy of each direction, as its energy balance", async () => {
  // 1,000 W in for a quarter of each hour, 500 W out for the rest; at night, nothing goes in.
  const from = midnight - 3 * day;
  const watts = (at: number) => ((at % day) / hour < 6 || (at % hour) / minute >= 15 ? -500 : 1_000);
  const times = Array.from({ length: 3 * 4320 }, (_, index) => from + index * 20_000);
  await store(
    "both-ways",
    ["battery.power"],
    times.map((at) => [at, [watts(at)]]),
    20,
  );
  await settle();
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["both-ways"] } });
  const useIfs = ["positive", "negative", "all", "all_except_0"] as const;
  const asked = useIfs.map((useIf) => ({
    ...{ containerId: "both-ways", metric: "battery.power", func: "hourly_average_sum" as const, useIf },
  }));
  const hoursOf = async (to: number) => {
    const { data } = await amina.call("getChartData", { from, to, zone: "UTC", groupBy: "hour", series: asked });
    return { tier: data.tier, hours: [5, 6].map((place) => data.series.map((values) => values[place])) };
  };
  const wanted = [
    [0, -500, -500, -500],
    [250, -375, -125, -125],
  ];
  expect(await hoursOf(from + day)).toEqual({ tier: "frames", hours: wanted });
  expect(await hoursOf(midnight)).toEqual({ tier: "rollups", hours: wanted });
  const question = { from, to: midnight, zone: "UTC", groupBy: "day" as const };
  const [ins, outs] = (await amina.call("getChartData", { ...question, series: asked })).data.series;
  const { parts } = (await amina.call("getEnergyBalance", { ...question, containerId: "both-ways" })).data;
  for (const [place, wh] of (ins ?? []).entries()) {
    expect(Math.abs((wh ?? 0) / (parts.batteryIn.values[place] ?? 0) - 1)).toBeLessThan(0.02);
    expect(Math.abs(-(outs?.[place] ?? 0) / (parts.batteryOut.values[place] ?? 0) - 1)).toBeLessThan(0.02);
  }
});

test("of an hour that has begun, or that the range cuts, the part in the span counts as energy", async () => {
  // 600 W since 09:00, and it is 12:00; the present hour began in the zone half an hour ago.
  await store(
    "begun",
    ["battery.power"],
    Array.from({ length: 36 }, (_, index) => [midnight + 9 * hour + index * 5 * minute, [600]]),
  );
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["begun"] } });
  const energy = async (from: number, to: number, zone: string) => {
    const asked = { containerId: "begun", metric: "battery.power", func: "hourly_average_sum" as const };
    return (await amina.call("getChartData", { from, to, zone, groupBy: "hour", series: [asked] })).data.series[0];
  };
  const toEnd = await energy(midnight + 9 * hour, midnight + 24 * hour, "Asia/Kolkata");
  expect(toEnd?.filter((wh) => wh !== null)).toEqual([300, 600, 600, 300]);
  expect(await energy(midnight + 9.25 * hour, midnight + 10.25 * hour, "UTC")).toEqual([450, 150]);
});

test("the share of a range that was measured is exact, also of a time that is no whole share of an hour", async () => {
  const from = midnight - day;
  const frames = Array.from({ length: 32 }, (_, index): [number, number[]] => [from + index * minute, [600]]);
  await store("energy-c", ["load.power"], frames, 60);
  const { amina } = await cast({ amina: { role: "user", containers: ["energy-c"] } });
  const question = { from, to: midnight, zone: "UTC", groupBy: "day" as const, containerIds: ["energy-c"] };
  const { measuredHours, coverage } = (await amina.call("getConsumption", question)).data;
  expect([measuredHours, coverage]).toEqual([[31 / 60], 31 / (24 * 60)]);
});
