import { seriesPerChart } from "@offgrid/contract/core/constants";
import { misplacedSeries } from "@offgrid/contract/charts/chart-rules";
import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { type WarningType, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { expect, test } from "vitest";

import type { Warning } from "./history.data.ts";
import { warningLead } from "./warning-lead.ts";

const hourMs = 3_600_000;
const raisedMs = Date.parse("2026-11-24T09:00:00Z");
const nowMs = raisedMs + 10 * hourMs;

const warning = (more: Partial<Warning>) =>
  ({
    containerId: "gao",
    containerName: "Gao",
    content: "Low",
    attribute: null,
    raisedBy: null,
    raisedAt: new Date(raisedMs).toISOString(),
    clearedAt: null,
    ...more,
  }) as Warning;
const raised = (type: WarningType, attributes: string[], level: number | number[] | null = 1) =>
  warning({ attribute: attributes[0] ?? null, raisedBy: { type, attributes, level, command: null } });
const words = (value: number, metric: string) => `${metric} clears at ${value}`;
const chartOf = (one: Warning) => {
  const lead = warningLead(one, nowMs, words);
  if (lead.kind !== "chart") throw new Error(`It leads to ${lead.kind}.`);
  return ChartDefinition.parse(readDefinitionText(definitionText(lead.definition)));
};

test("a warning leads to a chart of all that its rule looked at, from an hour before to an hour after, with its level", () => {
  const over = {
    ...raised("outside", ["cell.1", "battery.voltage"], [46, 54]),
    clearedAt: new Date(raisedMs + hourMs).toISOString(),
  };
  const chart = chartOf({ ...over, raisedBy: over.raisedBy && { ...over.raisedBy, attributes: ["battery.voltage"] } });
  expect(chart).toMatchObject({
    name: "Low, Gao",
    from: raisedMs - hourMs,
    to: raisedMs + 2 * hourMs + 60_000,
    series: [{ metric: "battery.voltage", of: { kind: "containers", ids: ["gao"] } }],
    thresholds: [{ value: 46 }, { value: 54 }],
  });
});

test("where a warning clears elsewhere than at its level, that is drawn too and named", () => {
  const one = raised("below", ["battery.soc"], 20);
  const withClear = (clearLevel: number) =>
    chartOf({ ...one, raisedBy: one.raisedBy && { ...one.raisedBy, clearLevel } });
  expect(withClear(30).thresholds).toMatchObject([
    { value: 20, title: "" },
    { value: 30, title: "battery.soc clears at 30" },
  ]);
  expect(withClear(20).thresholds).toHaveLength(1);
});

test("what is still open is shown up to now, and by the same address for a minute", () => {
  const one = raised("below", ["battery.soc"], 20);
  expect(chartOf(one).to).toBe(nowMs + hourMs + 60_000);
  expect(warningLead(one, nowMs + 59_999, words)).toEqual(warningLead(one, nowMs, words));
});

test("metrics of several units each stand on an axis of their own unit", () => {
  const names = ["battery.soc", "solar.power", "inside.temperature", "load.power", "battery.voltage"];
  const chart = chartOf(raised("stuck", names, 2));
  expect(chart.series.map((one) => one.kind === "metric" && one.metric)).toEqual(names);
  expect([...misplacedSeries(chart.series)]).toEqual([]);
  expect(chart.series.map(({ axis, plot }) => `${axis} ${plot}`)).toEqual([
    "left 0",
    "right 0",
    "left 1",
    "right 0",
    "right 1",
  ]);
  // The level is a difference then, and none of the values that are drawn.
  expect(chart.thresholds).toEqual([]);
});

test("a rule that is gone still leads to what its warning was raised by", () => {
  expect(chartOf(warning({ attribute: "battery.soc" })).series).toMatchObject([{ metric: "battery.soc" }]);
  expect(warningLead(warning({ attribute: "hours_to_reserve" }), nowMs, words)).toEqual({ kind: "forecast" });
  expect(warningLead(warning({ attribute: "door.opened" }), nowMs, words)).toEqual({
    kind: "events",
    aroundMs: raisedMs,
  });
});

test("each type of condition leads somewhere, and what looks at values or panels to a chart", () => {
  const kinds = Object.entries(warningTypes).map(([type, { most, reads }]) => {
    const isMeasured = reads === "values" && most > 0;
    return [type, warningLead(raised(type as WarningType, isMeasured ? ["solar.power"] : []), nowMs, words).kind];
  });
  expect(Object.fromEntries(kinds)).toEqual({
    ...Object.fromEntries(
      ["above", "below", "outside", "inside", "change", "state", "spread", "stuck", "compare", "expected", "budget"]
        .concat("neighbours", "cut")
        .map((type) => [type, "chart"]),
    ),
    silent: "container",
    repeats: "events",
    bundle: "bundle",
    event: "events",
    forecast: "forecast",
    command: "commands",
  });
  expect(seriesPerChart).toBeGreaterThanOrEqual(Math.max(...Object.values(warningTypes).map(({ most }) => most)));
});
