import { aggregateOf } from "@offgrid/contract/charts/chart-aggregates";
import type { Calls } from "@offgrid/contract/registry";
import type { RequestOf } from "@offgrid/contract/core/call";
import { exportValue } from "@offgrid/contract/charts/export.cells";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { insertEvents } from "../../events/events.store.ts";
import { store } from "../charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight + day / 2);

beforeAll(async () => {
  await thePortal({ clock });
  const quarters = Array.from({ length: 3 * 96 }, (_, index) => midnight - 3 * day + index * 15 * minute);
  await store(
    "gao",
    ["solar.power", "load.power", "battery.soc"],
    // The load is 0 in the first hour of each day.
    quarters.map((atMs, index) => [atMs, [100 + (index % 96), index % 96 < 4 ? 0 : 50, 80]]),
  );
  await store(
    "kayes",
    ["solar.power"],
    quarters.map((atMs) => [atMs, [1_000]]),
  );
});

type Definition = RequestOf<Calls["chartDraw"]>["definition"];
type Series = Definition["series"][number];
const at = (ids: string[]) => ({ kind: "containers" as const, ids });
const solar = (more: Partial<Series> = {}) =>
  ({ id: "a", kind: "metric", metric: "solar.power", of: at(["gao"]), ...more }) as Series;
const load = { ...solar(), id: "b", metric: "load.power" } as Series;
const yesterday = (series: Series[], more: Partial<Definition> = {}): Definition => ({
  name: "Power",
  period: "yesterday",
  groupBy: "hour",
  series,
  ...more,
});
const crowd = () =>
  cast({
    amina: { role: "user", containers: ["gao", "kayes"] },
    brahim: { role: "customer_staff", containers: ["gao"] },
    fatou: { role: "customer_staff", containers: ["lodwar"] },
  });
const codesOf = async (who: Actor, input: RequestOf<Calls["chartDraw"]>) =>
  (await who.call("chartDraw", input)).data.faults.map(({ series, code, what }) => [series, code, what]);

test("a chart is kept, found again, changed by one editor at a time, deleted and taken back", async () => {
  const { amina, brahim } = await crowd();
  const definition = yesterday([solar()]);
  const { id, version } = (await amina.call("chartSave", { definition })).data;
  expect(version).toBe(1);
  expect((await amina.call("chartGet", { id })).data).toMatchObject({ isOwn: true, definition, version: 1, links: 0 });
  await expect(brahim.call("chartGet", { id })).refusesWith("not_found");
  const renamed = { ...definition, name: "Sun" };
  expect((await amina.call("chartSave", { id, version: 1, definition: renamed })).data.version).toBe(2);
  await expect(amina.call("chartSave", { id, version: 1, definition })).refusesWith("chart_changed");
  await expect(amina.call("chartSave", { id, definition })).refusesWith("chart_changed");
  await expect(brahim.call("chartSave", { id, version: 2, definition })).refusesWith("not_found");
  await expect(amina.call("chartDelete", { id, undo: true })).refusesWith("not_found");
  await amina.call("chartDelete", { id });
  expect((await amina.call("chartList", {})).data).toEqual([]);
  await expect(amina.call("chartSave", { id, version: 2, definition })).refusesWith("not_found");
  await expect(brahim.call("chartDelete", { id, undo: true })).refusesWith("not_found");
  await amina.call("chartDelete", { id, undo: true });
  expect((await amina.call("chartList", {})).data).toMatchObject([{ id, version: 2, definition: { name: "Sun" } }]);
});

test("two editors at once: one of them is refused", async () => {
  const { amina } = await crowd();
  const { id } = (await amina.call("chartSave", { definition: yesterday([solar()]) })).data;
  const answers = await Promise.all(
    ["One", "Two", "Three"].map((name) =>
      amina.post("chartSave", { id, version: 1, definition: yesterday([solar()], { name }) }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
});

test("a chart is shared with people, and with roles among those who share a container, without the names of others' containers", async () => {
  const { amina, brahim, fatou } = await crowd();
  const definition = yesterday([solar({ of: at(["gao", "kayes"]) })]);
  const save = (readers: object, version?: number) =>
    amina.call("chartSave", { ...(version && { id, version }), definition, readers });
  let id = "";
  ({ id } = (await save({ roles: ["customer_staff"] })).data);
  const seen = async (who: Actor) => (await who.call("chartList", {})).data.filter((one) => one.id === id);
  expect(await seen(fatou)).toEqual([]);
  const [shared] = await seen(brahim);
  expect(shared).toMatchObject({ isOwn: false, owner: { name: "amina" }, readers: null });
  expect(shared?.definition.series[0]).toMatchObject({ of: { ids: ["gao", "hidden-1"] } });
  // It is drawn with what the reader sees.
  expect(await codesOf(brahim, { definition: shared!.definition })).toEqual([["a", "gone", null]]);
  await save({ people: [brahim.userId] }, 1);
  expect(await seen(brahim)).toHaveLength(1);
  expect((await amina.call("chartGet", { id })).data.readers).toEqual({
    roles: [],
    people: [{ userId: brahim.userId, name: "brahim" }],
  });
  await save({}, 2);
  expect(await seen(brahim)).toEqual([]);
  // Nobody is told whether a person exists whom one does not see.
  await expect(save({ people: [fatou.userId] }, 3)).refusesWith("bad_input");
  await expect(save({ roles: ["nobody"] }, 3)).refusesWith("bad_input");
  await expect(brahim.call("chartSave", { id, version: 3, definition })).refusesWith("not_found");
});

test("what is missing in a chart is said at its field", async () => {
  const { amina } = await crowd();
  const fields = async (definition: object) => (await amina.post("chartSave", { definition })).body["fields"];
  expect(await fields({ name: "", series: [] })).toEqual({
    "definition.name": "Please fill full fields",
    "definition.series": "Please fill array fields",
  });
  expect(await fields(yesterday([solar({ metric: "" } as Partial<Series>)]))).toEqual({
    "definition.series.0.metric": "Please fill full fields",
  });
});

test("a definition is drawn as getChartData answers, with formulas and a gap where one divides by zero", async () => {
  const { amina } = await crowd();
  const share: Series = { id: "c", kind: "formula", op: "over", a: "a", b: "b" };
  const spare: Series = { id: "d", kind: "formula", op: "minus", a: "a", b: "b", title: "Spare" };
  const { data } = await amina.call("chartDraw", { definition: yesterday([solar(), load, share, spare]) });
  const { data: asked } = await amina.call("getChartData", {
    ...{ from: midnight - day, to: midnight, groupBy: "hour", zone: "UTC" },
    series: ["solar.power", "load.power"].map((metric) => ({ containerId: "gao", metric })),
  });
  expect(data.t).toEqual(asked.t);
  expect(data.lines.slice(0, 2).map(({ values }) => values)).toEqual(asked.series);
  const [a, b] = asked.series as [number[], number[]];
  expect(b[0]).toBe(0);
  expect(data.lines[2]).toMatchObject({ unit: "percent", title: "Solar power ÷ Consumption" });
  expect(data.lines[2]?.values.slice(0, 2)).toEqual([null, (a[1]! / b[1]!) * 100]);
  expect(data.lines[3]).toMatchObject({ unit: "W", title: "Spare", values: a.map((left, index) => left - b[index]!) });
  expect(data.faults).toEqual([]);
});

test("the day before is laid over by the clock, and so is another container", async () => {
  const { amina } = await crowd();
  const over = async (compare: Definition["compare"]) =>
    (await amina.call("chartDraw", { definition: yesterday([solar()], { compare }) })).data;
  const before = await over({ kind: "previous" });
  expect(before.compared).toEqual({ from: midnight - 2 * day, to: midnight - day, what: null });
  expect(before.lines[0]?.ghost).toEqual(before.lines[0]?.values);
  const other = await over({ kind: "container", containerId: "kayes" });
  expect(other.compared?.what).toBe("Kayes");
  expect(new Set(other.lines[0]?.ghost)).toEqual(new Set([1_000]));
  // Nothing was measured then.
  expect(new Set((await over({ kind: "week" })).lines[0]?.ghost)).toEqual(new Set([null]));
});

test("files name what is laid over as screens do, in their language, and say what it is and of which containers they are", async () => {
  const { amina } = await crowd();
  const linesOf = async (compare: Definition["compare"], language: string) => {
    const asked = { definition: yesterday([solar()], { compare }), format: "csv" };
    return (await amina.post("chartExport", asked, { "accept-language": language })).text.split("\r\n");
  };
  const english = await linesOf({ kind: "previous" }, "en");
  expect(english[0]).toBe("TimeStamp,Datetime,Solar power (W),Solar power (a day before) (W)");
  expect(english).toContain("Container,Gao");
  expect(english).toContain("Compared with,a day before: 08/06/2026 00:00:00 – 09/06/2026 00:00:00");
  const french = await linesOf({ kind: "previous" }, "fr");
  expect(french[0]).toMatch(/,Puissance solaire \(un jour avant\) \(W\)$/);
  expect(french).toContain("Comparé avec,un jour avant\u00a0: 08/06/2026 00:00:00 – 09/06/2026 00:00:00");
  const other = await linesOf({ kind: "container", containerId: "kayes" }, "en");
  expect(other[0]).toMatch(/,Solar power \(Kayes\) \(W\)$/);
  expect(other).toContain("Compared with,Kayes");
});

test("what cannot be drawn says why, and does not keep the rest from being drawn", async () => {
  const { amina } = await crowd();
  const parts = [
    solar(),
    { ...solar({ of: at(["nowhere"]) }), id: "b" },
    { ...solar({ metric: "grid.power" } as Partial<Series>), id: "c" },
    { ...solar({ of: { kind: "$container" } }), id: "d" },
    { ...solar({ of: { kind: "$cluster" } }), id: "e" },
    { ...solar({ of: { kind: "cluster", id: "no-cluster" } }), id: "f" },
    { ...solar({ metric: "" } as Partial<Series>), id: "g" },
    { id: "h", kind: "formula", op: "over", a: "a", b: "b" },
  ] as Series[];
  expect(await codesOf(amina, { definition: yesterday(parts) })).toEqual([
    ["b", "gone", null],
    ["c", "not_measured", "Gao"],
    ["d", "no_container", null],
    ["e", "no_cluster", null],
    ["f", "cluster_gone", null],
    ["g", "incomplete", null],
    ["h", "no_side", null],
  ]);
  const sum = yesterday([solar({ of: at(["gao", "kayes"]) })], { groupBy: "raw" });
  expect(await codesOf(amina, { definition: sum })).toEqual([["a", "raw_sum", null]]);
  const each = yesterday([solar({ of: at(["gao", "kayes"]), each: true } as Partial<Series>)]);
  const { data } = await amina.call("chartDraw", { definition: each });
  expect(data.lines.map(({ id, title }) => [id, title])).toEqual([
    ["a:gao", "Solar power, Gao"],
    ["a:kayes", "Solar power, Kayes"],
  ]);
  const long = yesterday([solar()], { period: "custom", from: midnight - 300 * day, to: midnight - 200 * day });
  expect(await codesOf(amina, { definition: long })).toEqual([["a", "no_data", null]]);
  expect((await amina.call("chartDraw", { definition: each, containerId: "gao" })).data.lines).toHaveLength(2);
});

test("a sum over containers says of how many it is, and of charges and meters there is none", async () => {
  const ids = ["sum-gao", "sum-kayes"];
  for (const id of ids)
    await store(id, ["solar.power", "battery.soc", "load.energy"], [[midnight - 12 * hour, [100, 51, 9_000]]]);
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ids } });
  const both = (more: Partial<Series>) => ({ definition: yesterday([solar({ of: at(ids), ...more })]) });
  const lines = async (more: Partial<Series>) => (await amina.call("chartDraw", both(more))).data.lines;
  expect((await lines({})).map(({ title, values }) => [title, Math.max(...values.map(Number))])).toEqual([
    ["Solar power (sum of 2 containers)", 200],
  ]);
  expect(await codesOf(amina, both({ metric: "battery.soc" }))).toEqual([["a", "level_sum", null]]);
  expect(await lines({ metric: "battery.soc", each: true } as Partial<Series>)).toHaveLength(2);
  expect(await codesOf(amina, both({ metric: "load.energy", func: "sum" } as Partial<Series>))).toEqual([
    ["a", "meter_sum", null],
  ]);
  // Readings of a power are no amounts: what a chart of old adds up is named, and is no power.
  expect(await lines({ func: "sum" } as Partial<Series>)).toMatchObject([
    { title: "Solar power, sum of readings (sum of 2 containers)", unit: "count" },
  ]);
});

test("a difference of two units is not drawn, and says which they are in the language of the viewer", async () => {
  const { amina } = await crowd();
  const charge = { ...solar(), id: "b", metric: "battery.soc", axis: "right" } as Series;
  const less = { id: "c", kind: "formula", op: "minus", a: "b", b: "a" } as Series;
  const { data } = await amina.call("chartDraw", { definition: yesterday([solar(), charge, less]) });
  expect(data.lines.map(({ series }) => series)).toEqual(["a", "b"]);
  expect(data.faults).toEqual([{ series: "c", code: "mixed_units", what: "% and W" }]);
  const { id } = (await amina.call("chartSave", { definition: yesterday([solar(), charge, less]) })).data;
  const range = { kind: "fixed", from: midnight - day, to: midnight } as const;
  const { token } = (await amina.call("setChartToken", { chartId: id, range })).data;
  const shown = (await amina.call("getChartToken", { token: token ?? "" })).data;
  expect([shown.lines.length, shown.missing]).toEqual([2, 1]);
});

test("energy adds up to that of the day by any groups, and power has no sum", async () => {
  const { amina } = await crowd();
  const energy = { ...solar(), id: "b", func: "hourly_average_sum", axis: "right" } as Series;
  const sums = async (groupBy: Definition["groupBy"]) => {
    const { lines } = (await amina.call("chartDraw", { definition: yesterday([solar(), energy], { groupBy }) })).data;
    return lines.map((line) => aggregateOf("sum", line));
  };
  const whole = ((100 + 195) / 2) * 24;
  expect(await sums("hour")).toEqual([undefined, whole]);
  expect(await sums("day")).toEqual([undefined, whole]);
  expect(await sums("raw")).toEqual([undefined, undefined]);
});

test("metrics to choose from are those that the containers have sent, with the last value of one", async () => {
  const { amina, fatou } = await crowd();
  const both = await amina.call("chartMetrics", { containerIds: ["gao", "kayes"] });
  expect(both.containers).toBe(2);
  expect(both.data.map(({ metric, containers, value }) => [metric, containers, value])).toEqual([
    ["solar.power", 2, null],
    ["battery.soc", 1, null],
    ["load.power", 1, null],
  ]);
  await expect(fatou.call("chartMetrics", { containerIds: ["gao"] })).refusesWith("not_found");
});

test("a file has what the chart shows: columns with units, and events of its containers on a sheet of their own", async () => {
  const { amina } = await crowd();
  const definition = yesterday([solar(), { ...load, multiply: 1.02345 } as Series], { name: "Énergie, été" });
  const { data: drawn } = await amina.call("chartDraw", { definition });
  const { api, database } = await thePortal();
  const event = { v: 1 as const, ts: midnight - hour, code: "device.fault", level: "warning" as const, data: {} };
  await database.db
    .transaction()
    .execute((tx) => insertEvents(tx, [{ containerId: "gao", boot: null, seq: null, event }], clock.now()));
  const file = async (format: string, language = "en") =>
    fetch(`${api}/chartExport`, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", "accept-language": language },
        ...{ "x-auth-token": amina.token, "x-user-id": amina.userId },
      },
      body: JSON.stringify({ definition, format }),
    });
  const csv = await file("csv");
  expect(csv.headers.get("content-disposition")).toContain("energie-ete_2026-06-09.csv");
  const text = await csv.text();
  expect(text.split(/\r?\n/)[0]).toBe("TimeStamp,Datetime,Solar power (W),Consumption (W)");
  // One and the same value in every format, with all of its digits.
  const cells = text
    .split(/\r?\n/)
    .slice(1, 1 + drawn.t.length)
    .map((line) => line.split(",").slice(2).map(Number));
  expect(cells).toEqual(drawn.t.map((_, row) => drawn.lines.map(({ values }) => exportValue(values[row]))));
  expect(cells.flat().some((value) => value !== Number(value.toPrecision(4)))).toBe(true);
  const json = (await (await file("json")).json()) as { series: { values: unknown[] }[] };
  expect(json.series.map(({ values }) => values)).toEqual([0, 1].map((line) => cells.map((row) => row[line])));
  const book = await readXlsx(Buffer.from(await (await file("xlsx")).arrayBuffer()));
  expect(book.sheets.map(({ name }) => name)).toEqual(["Data", "Events", "About"]);
  // All of it was stored at once, long after it was taken.
  const facts = [
    ["Container", "Gao"],
    ["Range", "09/06/2026 00:00:00 – 10/06/2026 00:00:00"],
    ["Time zone", "UTC"],
    ["A row per", "hour"],
    ...["Solar power", "Consumption"].flatMap((title) => [
      [`${title}: measured`, "99\u00a0%"],
      [`${title}: came late`, "24\u00a0h"],
    ]),
  ];
  expect(book.sheets[2]!.rows).toEqual(facts);
  expect(
    text
      .trimEnd()
      .split("\r\n")
      .slice(-1 - facts.length),
  ).toEqual(["", ...facts.map((fact) => fact.join(","))]);
  const [head, ...rows] = book.sheets[0]!.rows;
  expect(head).toEqual(["TimeStamp", "Datetime", "Solar power (W)", "Consumption (W)"]);
  expect(rows.map(([atMs]) => atMs)).toEqual(drawn.t);
  expect(rows.map((row) => row.slice(2))).toEqual(cells);
  expect(book.sheets[1]!.rows).toHaveLength(2);
  // A date as those beside the values, by which a spreadsheet can sort and calculate.
  expect(book.sheets[1]!.rows[1]?.slice(0, 3)).toEqual([new Date(midnight - hour), "Gao", "Warning"]);
  expect(rows.at(-1)?.[1]).toEqual(book.sheets[1]!.rows[1]?.[0]);
  // What a rule warned of is said as the lists say it, in the language of whoever takes the file.
  const rule = suggestedRules[0]!;
  const raised = { ...event, ts: event.ts + minute, code: "warning.raised", data: { content: rule.en.ruleName } };
  await database.db
    .transaction()
    .execute((tx) => insertEvents(tx, [{ containerId: "gao", boot: null, seq: null, event: raised }], clock.now()));
  const french = await readXlsx(Buffer.from(await (await file("xlsx", "fr")).arrayBuffer()));
  expect(french.sheets.map(({ name }) => name)).toEqual(["Données", "Événements", "À propos"]);
  expect(french.sheets[1]!.rows.slice(0, 2)).toEqual([
    ["Datetime", "Conteneur", "Niveau", "Événement", "Depuis", "Fin"],
    [new Date(raised.ts), "Gao", "Alerte", rule.fr.ruleName, null, null],
  ]);
});
