import { ChartDefinition, type SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { queryClient } from "../../../core/api/query-client.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, looks, readText, render, say as sayOf } from "../../../testing/render.tsx";
import { MetricSelect } from "./metric-select.tsx";
import { chartAnswers, fakeDrawing } from "../saved-chart.fake.ts";

const say = (key: string) => sayOf(`charts:${key}`);

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "drawing", "shared", "container-facts");
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  moreValue = null;
});

/** Of what else is measured there. */
let moreValue: number | null = null;

/** What is measured at these containers: solar power at each, the charge at Gao alone. */
async function show(ids: readonly string[], look?: Look, more: readonly string[] = []) {
  vi.restoreAllMocks();
  queryClient.clear();
  const asked = answerCalls({
    ...chartAnswers,
    chartMetrics: ({ containerIds = [] }) => {
      const one = containerIds.length === 1;
      return {
        containers: containerIds.length,
        data: [
          { metric: "solar.power", containers: containerIds.length, value: one ? 1_234 : null, at: null },
          { metric: "battery.soc", containers: 1, value: one ? 81 : null, at: null },
          ...more.map((metric) => ({ metric, containers: 1, value: one ? moreValue : null, at: null })),
        ],
      };
    },
    // Of the charge there is nothing to draw.
    chartDraw: ({ definition }) => {
      const drawn = fakeDrawing(ChartDefinition.parse(definition));
      return { data: { ...drawn, lines: drawn.lines.slice(0, 1) } };
    },
  });
  const chosen: string[] = [];
  const of: SeriesPlace = { kind: "containers", ids: [...ids] };
  function Field() {
    const [metric, setMetric] = useState("");
    return (
      <MetricSelect
        {...{ value: metric, of, containerId: undefined, clusterId: undefined, error: undefined, isNew: false }}
        onChange={(next) => {
          chosen.push(next);
          setMetric(next);
        }}
      />
    );
  }
  await render(
    () => (
      <QueryClientProvider client={queryClient}>
        <Field />
      </QueryClientProvider>
    ),
    look,
  );
  return { asked, chosen };
}
const field = () => page.getByRole("combobox", { name: say("series.metric"), exact: true });
const option = (name: RegExp) => page.getByRole("option", { name });
const pictures = (name: RegExp) => option(name).element().querySelectorAll("svg").length;

test("what a container measures is listed with its last value and its last day, in every look", async () => {
  for (const look of looks) {
    const { asked } = await show(["gao"], look);
    await expect.element(field()).toBeVisible();
    if (axeLooks.has(look)) await expectAccessible();
    await field().click();
    const solar = /solar\.power/;
    await expect.element(option(solar)).toHaveTextContent(look.language === "fr" ? /1,23\skW/ : /1\.23\skW/);
    await expect.element(option(/battery\.soc/)).toHaveTextContent(/81\s%/);
    await expect.poll(() => pictures(solar)).toBe(1);
    expect(pictures(/battery\.soc/)).toBe(0);
    expect(asked.inputs("chartDraw")).toMatchObject([
      { definition: { period: "day", series: [{ metric: "solar.power" }, { metric: "battery.soc" }] } },
    ]);
    await expectFittingWords();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});

test("the id and the value of the marked metric can be read", async () => {
  for (const look of axeLooks) {
    await show(["gao"], look);
    await field().click();
    await expect.element(option(/solar\.power/)).toHaveTextContent(/kW/);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(option(/solar\.power/)).toHaveAttribute("data-combobox-selected", "true");
    await expectAccessible(option(/solar\.power/).element());
  }
});

test("what is not measured there stands below, grey, and cannot be chosen by pointer or keys", async () => {
  const { chosen } = await show(["gao"]);
  await field().click();
  await expect.element(page.getByText(say("metric.elsewhere"))).toBeVisible();
  await field().fill("grid.power");
  const grid = option(/grid\.power/);
  await expect.element(grid).toBeVisible();
  await expect.element(grid).toHaveAttribute("data-combobox-disabled", "true");
  expect(Number(getComputedStyle(grid.element()).opacity)).toBeLessThan(1);
  await grid.click({ force: true });
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(chosen).toEqual([]);
  await field().fill("solar.power");
  await option(/solar\.power/).click();
  expect(chosen).toEqual(["solar.power"]);
});

test("Enter chooses what is called as was typed, and for one word the main quantity", async () => {
  const more = [
    "battery.cell_max",
    "battery.charge_limit",
    "battery.voltage",
    "load.energy",
    "load.power",
    "solar.energy",
  ];
  for (const [language, typed] of [
    ["en", ["battery voltage", "solar", "charge", "consumption"]],
    ["fr", ["tension de la batterie", "solaire", "etat", "consommation"]],
  ] as const) {
    const look = looks.find((one) => one.language === language);
    const { chosen } = await show(["gao"], look, more);
    for (const text of typed) {
      const before = chosen.length;
      await field().fill(text);
      await expect.element(page.getByRole("option").first()).toBeVisible();
      await userEvent.keyboard("{Enter}");
      await expect.poll(() => chosen.length).toBe(before + 1);
    }
    expect(chosen).toEqual(["battery.voltage", "solar.power", "battery.soc", "load.power"]);
  }
});

test("another quantity is typed over the chosen one", async () => {
  const { chosen } = await show(["gao"]);
  await field().click();
  await option(/solar\.power/).click();
  (field().element() as HTMLInputElement).blur();
  (field().element() as HTMLInputElement).focus();
  await userEvent.keyboard("battery.soc");
  await expect.element(field()).toHaveValue("battery.soc");
  await option(/battery\.soc/).click();
  (field().element() as HTMLInputElement).blur();
  await field().click();
  await userEvent.keyboard("solar.power");
  await option(/solar\.power/).click();
  expect(chosen).toEqual(["solar.power", "battery.soc", "solar.power"]);
});

test("of several containers it is said how many measure it, and nothing is drawn", async () => {
  const { asked } = await show(["gao", "kayes"]);
  await field().click();
  await expect.element(option(/battery\.soc/)).toHaveTextContent(readText("charts:metric.at", { count: 1, total: 2 }));
  await expect.element(option(/solar\.power/)).toHaveTextContent(readText("charts:metric.at", { count: 2, total: 2 }));
  expect(asked.inputs("chartDraw")).toEqual([]);
});

test("how long something has lasted is read in hours", async () => {
  moreValue = 63_000;
  await show(["gao"], undefined, ["battery.time_to_go"]);
  await page.getByRole("combobox", { name: say("series.metric"), exact: true }).click();
  await expect.element(option(/battery\.time_to_go/)).toHaveTextContent(/17\sh\s30$/);
});
