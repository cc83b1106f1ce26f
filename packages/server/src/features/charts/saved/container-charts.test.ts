import { beforeAll, expect, test } from "vitest";

import { cast, ensureContainer, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { addSlots, ensurePartitions, writeFrames } from "../../../history/tiers/frames.store.ts";

const hour = 3_600_000;
const noon = Date.UTC(2026, 5, 10, 12);
const metrics = ["solar.power", "battery.soc", "custom.value"];

beforeAll(async () => {
  await thePortal({ clock: testClock(noon) });
  const { db } = (await thePortal()).database;
  await ensureContainer("charted");
  await addSlots(
    db,
    "charted",
    metrics.map((name) => ({ name, unit: null, kind: null })),
    512,
  );
  const rows = Array.from({ length: 10 * 24 }, (_, index) => ({
    containerId: "charted",
    atMs: noon - (index + 1) * hour,
    values: [1_000, index % 24, 1],
  }));
  await ensurePartitions(db, rows, new Set());
  await writeFrames(db, rows, noon);
});

test("each tab has charts for the metrics that the container has, with the points of the chart engine", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["charted"] } });
  const { data } = await amina.call("getContainerCharts", { containerId: "charted" });
  const shown = Object.entries(data).map(([tab, charts]) => [
    tab,
    charts.map(({ id, period, data: { groupBy }, series }) => [
      id,
      period,
      groupBy,
      series.map(({ metric, func }) => `${metric} ${func}`),
    ]),
  ]);
  const socRange = ["battery.soc min", "battery.soc average", "battery.soc max"];
  expect(Object.fromEntries(shown)).toEqual({
    overview: [
      ["power", "today", "15m", ["solar.power average", "battery.soc average"]],
      ["energy", "today", "hour", ["solar.power energy"]],
    ],
    batteries: [["charge", "today", "15m", ["battery.soc average"]]],
    seven_days: [
      ["charge_days", "7_days", "day", socRange],
      ["charge_hours", "7_days", "hour", ["battery.soc average"]],
    ],
    analysis: [
      ["energy", "30_days", "day", ["solar.power energy"]],
      ["charge_range", "30_days", "day", socRange],
    ],
  });
  for (const { period, series, data: answer } of Object.values(data).flat()) {
    const { groupBy, zone } = answer;
    expect(answer).toEqual((await amina.call("getChartData", { period, groupBy, zone, series })).data);
  }
  expect(data.seven_days[0]?.data.series[2]?.[1]).toBe(23);
  expect(data.analysis[0]?.data.series[0]).toContain(24_000);
});

test("titles are in the caller's language, and the requested period applies to all tabs except the 7 day one", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["charted"] } });
  const question = { containerId: "charted", period: "year" };
  const french = await amina.post("getContainerCharts", question, { "accept-language": "fr" });
  expect(french.body["data"]).toMatchObject({
    overview: [{ title: "Puissances et état de charge", period: "year", data: { groupBy: "day" } }, {}],
    batteries: [{ series: [{ title: "État de charge", unit: "percent" }] }],
    seven_days: [{ period: "7_days", series: [{ title: "État de charge, minimum" }, {}, {}] }, {}],
    analysis: [{ title: "Énergie", data: { groupBy: "month" }, series: [{ unit: "Wh" }] }, {}],
  });
});

test("a container that never sent anything has no charts; a custom period is bad input", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["charted", "chartless"] } });
  const { data } = await amina.call("getContainerCharts", { containerId: "chartless" });
  expect(data).toEqual({ overview: [], batteries: [], seven_days: [], analysis: [] });
  expect(await amina.post("getContainerCharts", { containerId: "charted", period: "custom" })).toMatchObject({
    status: 400,
  });
});
