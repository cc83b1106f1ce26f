import { formatShare } from "@offgrid/contract/telemetry/format";
import type { Calls } from "@offgrid/contract/registry";
import type { RequestOf } from "@offgrid/contract/core/call";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, ensureContainer, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { insertEvents } from "../../events/events.store.ts";
import { addSlots, ensurePartitions, writeFrames } from "../../../history/tiers/frames.store.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight + day / 2);

/** Raw frames every 8 s of one day: more than a chart may have, so that an export needs several stretches. */
const everyS = 8;
const frames = day / 1000 / everyS;

beforeAll(async () => {
  await thePortal({ clock });
  await store("export-a", "solar.power", frames, (index) => index - 100);
  await store("export-b", "load.power", 24, (index) => index, 3_600);
});

async function store(
  containerId: string,
  name: string,
  count: number,
  valueOf: (index: number) => number,
  periodS = everyS,
): Promise<void> {
  const { db } = (await thePortal()).database;
  await ensureContainer(containerId);
  await addSlots(db, containerId, [{ name, unit: "W", kind: "gauge" }], 512);
  const rows = Array.from({ length: count }, (_, index) => ({
    containerId,
    atMs: midnight - day + index * periodS * 1000,
    values: [valueOf(index)],
  }));
  await ensurePartitions(db, rows, new Set());
  for (let from = 0; from < rows.length; from += 2_000)
    await writeFrames(db, rows.slice(from, from + 2_000), clock.now());
}

type Question = RequestOf<Calls["exportData"]>;
const solar = { containerId: "export-a", metric: "solar.power" };
const yesterday = { from: midnight - day, to: midnight, zone: "UTC" };

async function download(actor: Actor, question: Question, headers: Record<string, string> = {}) {
  const { api } = await thePortal();
  const response = await fetch(`${api}/exportData`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-auth-token": actor.token,
      "x-user-id": actor.userId,
      ...headers,
    },
    body: JSON.stringify(question),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const [values = "", said = ""] = bytes.toString("utf8").split("\r\n\r\n");
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    lines: values.split("\r\n"),
    /** What stands below the values. */
    said: said.split("\r\n").filter(Boolean),
  };
}

test("a CSV has the points of the chart under TimeStamp, Datetime and a title per series", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["export-a"] } });
  const question = {
    ...yesterday,
    zone: "Africa/Nairobi",
    groupBy: "hour" as const,
    series: [
      { ...solar, func: "average" as const, title: "=Mean" },
      { ...solar, func: "max" as const, multiply: -1 },
    ],
  };
  const { data } = await amina.call("getChartData", question);
  const file = await download(amina, { ...question, format: "csv" });
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="export-a_2026-06-09_2026-06-10.csv"');
  expect(file.lines[0]).toBe('\uFEFFTimeStamp,Datetime,\'=Mean,"Solar power, highest"');
  expect(file.lines[1]).toBe(`${midnight - day},09/06/2026 03:00:00,124.5,-349`);
  expect(file.lines.slice(1).map((line) => line.split(",").map(Number).filter(Number.isFinite))).toEqual(
    data.t.map((at, row) => [at, data.series[0]?.[row], data.series[1]?.[row]]),
  );
  const measured = data.coverage.map((share) => formatShare(share, "en"));
  expect(measured[0]).toMatch(/^[1-9]/);
  expect(file.said).toEqual([
    "Container,Export-a",
    "Range,09/06/2026 03:00:00 – 10/06/2026 03:00:00",
    "Time zone,Africa/Nairobi",
    "A row per,hour",
    `'=Mean: measured,${measured[0]}`,
    `"Solar power, highest: measured",${measured[1]}`,
  ]);
  const french = await download(amina, { ...question, format: "csv", language: "fr" });
  expect(french.lines[0]).toContain("Puissance solaire, maximum");
  expect(french.said.at(-1)).toMatch(/^"Puissance solaire, maximum\u00A0: part mesurée","?[\d,]+\u00A0%"?$/);
});

test("groups over years equal those of the chart, though they are computed a stretch at a time", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["export-a"] } });
  const question = {
    from: midnight - 300 * day,
    to: midnight,
    zone: "Europe/Paris",
    groupBy: "hour" as const,
    series: [{ ...solar, func: "hourly_average_sum" as const }],
  };
  const { data } = await amina.call("getChartData", question);
  const file = await download(amina, { ...question, format: "csv" });
  const rows = file.lines.slice(1).map((line) => line.split(","));
  expect(rows.map(([at]) => Number(at))).toEqual(data.t);
  expect(rows.map(([, , value]) => (value === "" ? null : Number(value)))).toEqual(data.series[0]);
  expect(data.series[0]?.filter((value) => value !== null).length).toBeGreaterThan(20);
});

test("more single readings than a chart may have are exported in full, those of several containers on the union of their times", async () => {
  const { boss } = await cast({ boss: { role: "admin" } });
  const file = await download(boss, {
    ...yesterday,
    from: midnight - 30 * day,
    groupBy: "raw",
    series: [
      { ...solar, multiply: 2 },
      { containerId: "export-b", metric: "load.power", useIf: "positive" },
    ],
    format: "csv",
  });
  expect(file.lines[0]).toBe("\uFEFFTimeStamp,Datetime,export-a: Solar power,export-b: Consumption");
  const rows = file.lines.slice(1).map((line) => line.split(","));
  expect(rows).toHaveLength(frames);
  expect(rows.map(([at]) => Number(at))).toEqual(
    Array.from({ length: frames }, (_, index) => midnight - day + index * everyS * 1000),
  );
  expect(rows.every(([, , value], index) => Number(value) === 2 * (index - 100))).toBe(true);
  expect(rows.filter(([, , , value]) => value !== "")).toHaveLength(23);
});

test("an XLSX opens as a workbook with numbers, real dates and titles that nothing runs", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["export-a"] } });
  const file = await download(amina, {
    ...yesterday,
    zone: "Asia/Kathmandu",
    groupBy: "hour",
    series: [{ ...solar, func: "min", title: "@SUM(A1)" }],
    format: "xlsx",
  });
  expect(file.headers.get("content-type")).toContain("spreadsheetml.sheet");
  expect(file.headers.get("content-disposition")).toContain(".xlsx");
  const [sheet, , about] = (await readXlsx(file.bytes)).sheets;
  expect(sheet?.rows[0]).toEqual(["TimeStamp", "Datetime", "@SUM(A1)"]);
  // The first local hour that holds the range began at 05:00 in Kathmandu, 15 minutes before it.
  const first = midnight - day - 45 * minute;
  expect(sheet?.rows[1]).toEqual([first, new Date(Date.UTC(2026, 5, 9, 5)), -100]);
  expect(sheet?.rows).toHaveLength(26);
  expect(about?.rows.at(-2)).toEqual(["A row per", "hour"]);
});

test("single readings as a spreadsheet have what happened and what the file is about on sheets of their own, in its language", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["export-a"] } });
  const { db } = (await thePortal()).database;
  const at = { ts: midnight - day / 2, code: "door.opened", level: "info" as const, data: {} };
  const happened = ["export-a", "export-b"].map((containerId) => ({ containerId, boot: null, seq: null, event: at }));
  await db.transaction().execute((tx) => insertEvents(tx, happened, clock.now()));
  const taken = async (language: "en" | "fr") => {
    const question = { ...yesterday, groupBy: "raw" as const, series: [solar], format: "xlsx" as const, language };
    return (await readXlsx((await download(amina, question)).bytes)).sheets;
  };
  const [data, events, about, ...others] = await taken("en");
  expect([data, events, about, ...others].map((sheet) => sheet?.name)).toEqual(["Data", "Events", "About"]);
  expect(data?.rows).toHaveLength(1 + frames);
  expect(events?.rows).toEqual([
    ["Datetime", "Container", "Level", "Event", "Since", "Ended"],
    [new Date(at.ts), "Export-a", "Information", "The door was opened", null, null],
  ]);
  expect(about?.rows).toEqual([
    ["Container", "Export-a"],
    ["Range", "09/06/2026 00:00:00 – 10/06/2026 00:00:00"],
    ["Time zone", "UTC"],
    ["A row per", "reading"],
    ["Solar power: measured", expect.stringMatching(/^(99|100)\u00a0%$/)],
  ]);
  const french = await taken("fr");
  expect(french.map(({ name }) => name)).toEqual(["Données", "Événements", "À propos"]);
  expect(french[1]?.rows.at(-1)?.[2]).toBe("Information");
  expect(french[2]?.rows.at(-1)).toEqual([
    "Puissance solaire\u00A0: part mesurée",
    expect.stringMatching(/^(99|100)\u00A0%$/),
  ]);
});

test("refusals are JSON: other people's containers, too long a range, wrong formats", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["export-b"] } });
  const question = { ...yesterday, groupBy: "raw", series: [solar], format: "csv" };
  const foreign = await amina.post("exportData", question);
  const none = await amina.post("exportData", { ...question, series: [{ ...solar, containerId: "atlantis" }] });
  expect(foreign).toMatchObject({ status: 404, code: "not_found" });
  expect(foreign.text).toBe(none.text);
  const own = { ...question, series: [{ ...solar, containerId: "export-b" }] };
  for (const [field, wrong] of [
    ["groupBy", { ...own, from: midnight - 400 * day }],
    ["format", { ...own, format: "pdf" }],
    ["to", { ...own, from: midnight, to: midnight - day }],
  ] as const) {
    const answer = await amina.post("exportData", wrong);
    expect(answer).toMatchObject({ status: 400, code: "bad_input" });
    expect(Object.keys(answer.body["fields"] as object)).toEqual([field]);
  }
});

test("a file of single readings says of each container how much of it was measured, as their chart does", async () => {
  const { boss } = await cast({ boss: { role: "admin" } });
  const question = {
    ...yesterday,
    from: midnight - 2 * day,
    series: [solar, { containerId: "export-b", metric: "load.power" }, { ...solar, metric: "load.power" }],
  };
  const { coverage } = (await boss.call("getChartData", { ...question, groupBy: "hour" })).data;
  expect(coverage.map((share) => Math.round(share * 100))).toEqual([50, expect.any(Number), 0]);
  const file = await download(boss, { ...question, groupBy: "raw", format: "csv" });
  expect(file.said[0]).toBe('Containers,"Export-a, Export-b"');
  expect(file.said.slice(3)).toEqual([
    "A row per,reading",
    `export-a: Solar power: measured,${formatShare(coverage[0] ?? 0, "en")}`,
    `export-b: Consumption: measured,${formatShare(coverage[1] ?? 0, "en")}`,
    "export-a: Consumption: measured,0\u00a0%",
  ]);
});

test("an empty range gives a file with its first line, and says that nothing was measured", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["export-a"] } });
  const question = { from: midnight - 9 * day, to: midnight - 8 * day, groupBy: "raw" as const, series: [solar] };
  const file = await download(amina, { ...question, format: "csv" });
  expect(file.lines).toEqual(["\uFEFFTimeStamp,Datetime,Solar power"]);
  expect(file.said.at(-1)).toBe("Solar power: measured,0\u00a0%");
  const { sheets } = await readXlsx((await download(amina, { ...question, format: "xlsx" })).bytes);
  expect(sheets[0]?.rows).toEqual([["TimeStamp", "Datetime", "Solar power"]]);
  expect(sheets[2]?.rows.at(-1)).toEqual(["Solar power: measured", "0\u00a0%"]);
});
