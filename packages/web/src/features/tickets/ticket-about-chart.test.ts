import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { definitionText } from "@offgrid/contract/charts/definition-text";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { expect, test } from "vitest";

import { aboutChartWords, askedChart, withAddress } from "./ticket-about-chart.ts";
import { ticketsSearch } from "./tickets.search.ts";

const [fromMs, toMs, atMs] = [1, 9, 4].map((hour) => 1_796_000_000_000 + hour * 3_600_000) as [number, number, number];
const definition = ChartDefinition.parse({
  ...{ name: "How full", period: "custom", from: fromMs, to: toMs },
  series: [{ id: "a", kind: "metric", metric: "battery.soc", of: { kind: "containers", ids: ["gao"] } }],
});
// Longer than other texts of an address may be.
const chart = definitionText({ ...definition, name: "How full ".repeat(13).trim() });
const asked = (given: object) => askedChart(ticketsSearch(given as never), "https://portal.example");

test("a ticket about a chart has its name, its time, and an address where whoever sees its container sees it", () => {
  expect(chart.length).toBeGreaterThan(128);
  expect(asked({ new: "ticket", chart, at: atMs })).toEqual({
    ...{ name: "How full ".repeat(13).trim(), fromMs, toMs, atMs },
    address: `https://portal.example/charts/add?d=${chart}`,
  });
});

test("an address that names no chart, or one that cannot be read, asks for a ticket about none", () => {
  expect(asked({ new: "ticket" })).toBeUndefined();
  expect(asked({ chart: "nothing", at: atMs })).toBeUndefined();
  expect(asked({ chart })).toBeUndefined();
  expect(
    asked({ chart: definitionText({ ...definition, period: "today", from: undefined }), at: atMs }),
  ).toBeUndefined();
});

test("an address with a name or a time that is none asks for a ticket about no chart", () => {
  const broken = [{ name: 5 }, { from: "x" }, { to: Number.MAX_SAFE_INTEGER }, { from: 1_763_750_000 }, { to: fromMs }];
  for (const part of broken)
    expect(asked({ chart: definitionText({ ...definition, ...(part as object) }), at: atMs })).toBeUndefined();
  for (const at of [Number.MAX_SAFE_INTEGER, 1_763_750_000]) expect(asked({ chart, at })).toBeUndefined();
});

test("what goes with the ticket is the definition as it was read, and not what stood in the address", () => {
  expect(asked({ chart: `${chart.slice(0, 40)} ${chart.slice(40)}`, at: atMs })?.address).toBe(
    `https://portal.example/charts/add?d=${chart}`,
  );
});

test("a chart that is too large for a message has no link in it, of which the form says so", () => {
  const ids = Array.from({ length: 250 }, (_one, index) => `container-${index}`);
  const series = ["a", "b"].map((id) => ({ ...definition.series[0]!, id, of: { kind: "containers" as const, ids } }));
  const large = definitionText({ ...definition, series });
  expect(ticketsSearch({ chart: large, at: atMs })).toEqual({ at: atMs });
  // As a point of it leads here.
  const alone = asked({ chart: definitionText({ ...definition, series: [] }), at: atMs });
  expect(alone).toEqual({ name: "How full", fromMs, toMs, atMs });
  expect(aboutChartWords("Dark.", alone!)).toBe("aboutLargeChart");
});

test("the form promises a link only as long as it fits below what is written", () => {
  const about = asked({ chart, at: atMs })!;
  expect(aboutChartWords("Dark.", about)).toBe("aboutChart");
  const words = "a".repeat(ticketLimits.longestMessage - 100);
  expect(withAddress(words, about.address)).toBe(words);
  expect(aboutChartWords(words, about)).toBe("aboutLargeChart");
});

test("the address of the chart stands below what is written, unless both are too long for a message", () => {
  expect(withAddress("Dark since noon.\n", "https://a/b")).toBe("Dark since noon.\n\nhttps://a/b");
  expect(withAddress("Dark.", undefined)).toBe("Dark.");
  const long = "a".repeat(ticketLimits.longestMessage);
  expect(withAddress(long, "https://a/b")).toBe(long);
});
