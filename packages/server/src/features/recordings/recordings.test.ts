import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { faultsShown } from "@offgrid/contract/recordings/recording.check";
import { importLimitBytes, importLineLimit } from "@offgrid/contract/recordings/import-limits";
import { expect, onTestFinished, test } from "vitest";

import { aStranger, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type Question, framesOf, good, head, mapping } from "./recordings.fixture.ts";
import { sealAll } from "../../history/rollups/rollups.fixture.ts";

const clock = testClock(Date.UTC(2026, 5, 10, 12));
await thePortal({ clock });
const year = fileURLToPath(new URL("../../../../../../shared/data/emhass/long_train_data.csv", import.meta.url));

const stored = [
  ["2026-06-01T10:00:00.000Z", { "solar.power": 1500, "battery.power": 20 }],
  ["2026-06-01T10:15:00.000Z", { "solar.power": null, "battery.power": -7 }],
  ["2026-06-01T10:30:00.000Z", { "solar.power": 2250, "battery.power": null }],
];

test("a preview shows what would be stored and stores nothing; the import stores it; a second import stores nothing twice", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-a"] } });
  const file = `\uFEFF${[head, ...good, "01.06.2026 12:45;;;", ""].join("\r\n")}`;
  const question = { containerId: "past-a", mapping, file };
  const preview = (await amina.call("importData", { ...question, step: "preview" })).data;
  expect(preview).toEqual({
    metrics: [
      { metric: "solar.power", unit: "W" },
      { metric: "battery.power", unit: "W" },
    ],
    rows: [
      { at: "2026-06-01T10:00:00.000Z", values: [1500, 20] },
      { at: "2026-06-01T10:15:00.000Z", values: [null, -7] },
      { at: "2026-06-01T10:30:00.000Z", values: [2250, null] },
    ],
    counts: { lines: 4, good: 3, withoutReading: 1, wrong: 0, early: 0, mistakes: 0 },
    dialect: { separator: ";", decimal: "," },
    early: null,
    from: "2026-06-01T10:00:00.000Z",
    to: "2026-06-01T10:30:00.000Z",
    errors: [],
  });
  expect(await framesOf("past-a")).toEqual([]);
  const first = (await amina.call("importData", { ...question, step: "import" })).data;
  expect(first).toEqual({ ...preview, stored: { added: 3, completed: 0, conflicts: 0, conflictsAt: [] } });
  expect(await framesOf("past-a")).toEqual(stored);
  const again = (await amina.call("importData", { ...question, step: "import" })).data;
  expect(again.stored).toEqual({ added: 0, completed: 0, conflicts: 0, conflictsAt: [] });
  expect(await framesOf("past-a")).toEqual(stored);
});

test("the first value stays, in the file and in the store; differing values are counted, missing ones filled", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-b"] } });
  const question = { containerId: "past-b", mapping, step: "import" as const };
  const repeated = [head, ...good, "01.06.2026 12:00;9;-20;", "01.06.2026 12:15;3;;"].join("\n");
  expect((await amina.call("importData", { ...question, file: repeated })).data.stored).toEqual({
    added: 3,
    completed: 0,
    conflicts: 1,
    conflictsAt: ["2026-06-01T10:00:00.000Z"],
  });
  const later = [head, "01.06.2026 12:30;8;5;"].join("\n");
  expect((await amina.call("importData", { ...question, file: later })).data.stored).toEqual({
    added: 0,
    completed: 1,
    conflicts: 1,
    conflictsAt: ["2026-06-01T10:30:00.000Z"],
  });
  expect((await framesOf("past-b")).map(([, values]) => values)).toEqual([
    { "solar.power": 1500, "battery.power": 20 },
    { "solar.power": 3000, "battery.power": -7 },
    { "solar.power": 2250, "battery.power": -5 },
  ]);
});

test("one wrong line is enough to store nothing; each mistake is named by line, column and reason", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-c"] } });
  const wrong = [
    "2026-06-01 12:00;1;1;",
    "01.06.2026 12:00;1",
    "01.06.2026 12:00;n/a;much;",
    '"01.06.2026 12:00;1;1;',
    "01.06.2027 12:00;1;1;",
    "01.06.2026 12:00;1e999;1;",
  ];
  const question = { containerId: "past-c", mapping, step: "import" as const };
  const { data } = await amina.call("importData", { ...question, file: [head, good[0], ...wrong, good[1]].join("\n") });
  expect(data.counts).toEqual({ lines: 8, good: 2, withoutReading: 0, wrong: 6, early: 0, mistakes: 7 });
  expect(data.errors.map(({ line, column, code }) => [line, column, code])).toEqual([
    [3, "when", "time"],
    [4, null, "width"],
    [5, "PV kW", "number"],
    [5, "battery", "number"],
    [6, null, "quote"],
    [7, "when", "impossible_time"],
    [8, "PV kW", "number"],
  ]);
  expect(data.errors[2]?.message).toContain('"n/a" in column "PV kW" is not a number');
  expect(data.stored).toBeUndefined();
  expect(await framesOf("past-c")).toEqual([]);
  const { data: mended } = await amina.call("importData", { ...question, file: [head, good[0], good[1]].join("\n") });
  expect(mended.stored?.added).toBe(2);
  expect(await framesOf("past-c")).toEqual(stored.slice(0, 2));
});

test("history of days whose readings were dropped is refused by line, and other history is stored, also in a sealed day", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-e"] } });
  const { database } = await thePortal();
  const dropped = Date.UTC(2021, 0, 1) / 86_400_000;
  await database.pool.query("insert into kept_from (tier, day) values ('readings', $1)", [dropped]);
  onTestFinished(async () => void (await database.pool.query("delete from kept_from")));
  const question = { containerId: "past-e", mapping, step: "import" as const };
  const tooOld = await amina.call("importData", {
    ...question,
    file: [head, "31.12.2020 23:00;1;1;", ...good].join("\n"),
  });
  expect(tooOld.data.stored).toBeUndefined();
  expect(tooOld.data.errors).toEqual([
    {
      line: 2,
      column: "when",
      code: "impossible_time",
      cell: "2020-12-31T22:00:00.000Z",
      message: "The time 2020-12-31T22:00:00.000Z is before what is kept (RAW_DAYS).",
    },
  ]);
  const file = [head, ...good].join("\n");
  expect((await amina.call("importData", { ...question, file })).data.stored).toMatchObject({ added: 3, conflicts: 0 });
  await sealAll(database, clock);
  expect(await framesOf("past-e")).toEqual([]);
  expect((await amina.call("importData", { ...question, file })).data.stored).toEqual({
    added: 0,
    completed: 0,
    conflicts: 0,
    conflictsAt: [],
  });
  expect(await framesOf("past-e")).toEqual([]);
  const more = [head, "01.06.2026 12:00;9;;", "01.06.2026 12:30;;5;", "01.06.2026 12:45;4;;"].join("\n");
  expect((await amina.call("importData", { ...question, file: more })).data.stored).toEqual({
    added: 1,
    completed: 1,
    conflicts: 1,
    conflictsAt: ["2026-06-01T10:00:00.000Z"],
  });
  expect((await framesOf("past-e")).map(([, values]) => values)).toEqual([
    { "solar.power": 1500, "battery.power": 20 },
    { "solar.power": null, "battery.power": -7 },
    { "solar.power": 2250, "battery.power": -5 },
    { "solar.power": 4000, "battery.power": null },
  ]);
});

test("nothing is stored of a file that is wrong throughout", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-d"] } });
  const question = { containerId: "past-d", mapping, step: "import" as const };
  for (const [field, change] of [
    ["file", { file: "" }],
    ["file", { file: "when,PV kW,battery\n2026-06-01,1,1\n" }],
    [
      "mapping.decimal",
      { mapping: { ...mapping, decimal: undefined }, file: [head, "01.06.2026 12:00;1,234;;"].join("\n") },
    ],
    ["mapping.time", { mapping: { ...mapping, time: { column: "when", zone: "Mars/Base" } } }],
    ["mapping.columns.1.metric", { mapping: { ...mapping, columns: [mapping.columns[0], mapping.columns[0]] } }],
    ["mapping.columns.0.metric", { mapping: { ...mapping, columns: [{ column: "x", metric: "No Name" }] } }],
  ] as const) {
    const answer = await amina.post("importData", { ...question, file: [head, ...good].join("\n"), ...change });
    expect(answer).toMatchObject({ status: 400, code: "bad_input" });
    expect(Object.keys(answer.body["fields"] as object)).toEqual([field]);
  }
  const file = [head, ...Array.from({ length: 60 }, () => "yesterday;1;1;")].join("\n");
  const { data } = await amina.call("importData", { ...question, file });
  expect(data).toMatchObject({ counts: { good: 0, wrong: 60, mistakes: 60 }, from: null, rows: [] });
  expect(data.errors).toHaveLength(faultsShown);
  expect(await framesOf("past-d")).toEqual([]);
  const { db } = (await thePortal()).database;
  expect(await db.selectFrom("containerMetric").select("name").where("containerId", "=", "past-d").execute()).toEqual(
    [],
  );
});

test("only people who may configure a container and see it can import its history", async () => {
  const { amina, reader } = await cast({
    amina: { role: "user", containers: ["past-e"] },
    reader: { role: "customer_staff", containers: ["past-e", "past-f"] },
  });
  const question = { mapping, file: [head, ...good].join("\n"), step: "import" as const };
  expect(await reader.post("importData", { ...question, containerId: "past-e" })).toMatchObject({ status: 403 });
  const foreign = await amina.post("importData", { ...question, containerId: "past-f" });
  const none = await amina.post("importData", { ...question, containerId: "atlantis" });
  expect(foreign).toMatchObject({ status: 404, code: "not_found" });
  expect(foreign.text).toBe(none.text);
  expect(await framesOf("past-f")).toEqual([]);
});

test("a large file is accepted up to the limit, and only from people who may import", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["past-g"] } });
  const note = "x".repeat(importLineLimit - 100);
  const file = [head, `${good[0]}${note}`, `${good[1]}${note}`].join("\n");
  const question = { containerId: "past-g", mapping, file, step: "import" as const };
  expect((await amina.call("importData", question)).data.stored?.added).toBe(2);
  // Refused by its headers, the body unread.
  const stranger = await aStranger();
  expect(await stranger.post("importData", question)).toMatchObject({ status: 401, code: "signed_out" });
  const { api } = await thePortal();
  const tooLarge = await fetch(`${api}/importData`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": amina.token, "x-user-id": amina.userId },
    body: JSON.stringify({ ...question, file: "x".repeat(importLimitBytes) }),
  });
  expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: "too_large" }]);
});

test.skipIf(!existsSync(year))(
  "the year of a house is imported and charted (skipped where ../shared/data is absent)",
  async () => {
    const { amina } = await cast({ amina: { role: "user", containers: ["past-year"] } });
    const text = readFileSync(year, "utf8");
    const shipped = JSON.parse(
      readFileSync(new URL("../../../../../docs/recordings/emhass.mapping.json", import.meta.url), "utf8"),
    ) as Question["mapping"];
    const rows = text
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    const kept = rows.filter(([, load, solar]) => load || solar);
    const { data } = await amina.call("importData", {
      containerId: "past-year",
      mapping: shipped,
      file: text,
      step: "import",
    });
    expect(data.stored).toEqual({ added: kept.length, completed: 0, conflicts: 0, conflictsAt: [] });
    expect(data.counts).toMatchObject({ lines: rows.length, good: kept.length, wrong: 0 });
    const series = [{ containerId: "past-year", metric: "load.power", func: "sum" as const }];
    const chart = await amina.call("getChartData", {
      from: Date.parse(data.from as string),
      to: Date.parse(data.to as string) + 1,
      zone: "UTC",
      groupBy: "year",
      series,
    });
    const charted = (chart.data.series[0] ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    expect(charted).toBeCloseTo(
      kept.reduce((sum, [, load]) => sum + Number(load), 0),
      3,
    );
  },
);
