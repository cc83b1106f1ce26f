import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { beforeAll, expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";
import { definedReport } from "./chart-report.ts";

const hour = 3_600_000;
const noon = Date.UTC(2026, 5, 10, 12);

beforeAll(async () => {
  await thePortal({ clock: testClock(noon) });
  await store("gao", ["solar.power"], [[noon - 24 * hour, [1_000]]], 3_600);
});

test("the document of a chart marks the warnings of its containers and names the newest, each with its time", async () => {
  const { amina } = await cast({
    amina: { role: "user", containers: ["gao"] },
    fatou: { role: "user", containers: ["lodwar"] },
  });
  const { db, pool } = (await thePortal()).database;
  const raised = (id: string, containerId: string, day: string, isTrial = false) =>
    pool.query(
      `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
        values ($1, $2, 'Rule', 'Charge low', '', $3, 'critical', $4::timestamptz, $4::timestamptz + interval '2 hours', 'data')`,
      [id, containerId, isTrial, `${day}T08:00:00Z`],
    );
  await raised("of-gao", "gao", "2026-06-09");
  await raised("on-trial", "gao", "2026-06-09", true);
  await raised("too-old", "gao", "2026-06-02");
  await raised("elsewhere", "lodwar", "2026-06-09");
  const definition = ChartDefinition.parse({
    ...{ name: "Sun", period: "yesterday", groupBy: "hour" },
    series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } }],
  });
  const report = { db, ownerId: amina.userId, readerId: amina.userId, dueMs: noon, nowMs: noon, url: "" };
  const { plots, tables } = await definedReport("Sun", definition, { ...report, language: "en" });
  const raisedMs = Date.UTC(2026, 5, 9, 8);
  expect(plots[0]?.warnings).toEqual([
    { severity: "critical", text: "Charge low", container: "Gao", raisedMs, clearedMs: raisedMs + 2 * hour },
  ]);
  expect(tables.at(-1)).toMatchObject({ title: "Warnings", heads: ["Warning", "Container", "Raised", "Over"] });
  expect(tables.at(-1)?.rows.map((row) => row.slice(0, 2))).toEqual([["Charge low", "Gao"]]);
  await pool.query("delete from warning where rule_name = 'Rule'");
});
