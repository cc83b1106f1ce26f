import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../core/i18n/i18n.ts";
import { type Look, looks, readText, render, say } from "../testing/render.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { Chart } from "./chart.tsx";
import { marksLate } from "./late-points.ts";
import { type ChartSeries, neutralColors, type SeriesColor, seriesLooks } from "./chart-series.ts";

beforeEach(() => loadTexts("chart"));

test("a band has one entry in the legend, which stands for both of its edges", async () => {
  const line = { unit: "W", type: "line", color: "info", values: [] } as const;
  const series: ChartSeries[] = [
    { ...line, id: "high", title: "High", type: "area", downTo: "low", band: "Range" },
    { ...line, id: "low", title: "Low" },
    { ...line, id: "likely", title: "Expected" },
  ];
  const toggled: string[] = [];
  await render(() => (
    <ChartLegend
      series={series}
      hasLate={false}
      looks={seriesLooks(series)}
      hidden={new Set()}
      onChoose={(ids) => toggled.push(...ids)}
      hasWorks={false}
      band={undefined}
    />
  ));
  expect(
    page
      .getByRole("button")
      .elements()
      .map((one) => one.textContent),
  ).toEqual(["Range", "Expected"]);
  await page.getByRole("button", { name: "Range" }).click();
  expect(toggled).toEqual(["high", "low"]);
});

test("what hollow points mean is said where some came late, and not elsewhere", async () => {
  const line = { id: "a", title: "Sun", unit: "W", type: "line", color: "solar", values: [1, 1, 1] } as const;
  const show = (series: ChartSeries) =>
    render(() => (
      <ChartLegend
        series={[series]}
        hasLate={marksLate(series, [0, 1, 2])}
        looks={seriesLooks([series])}
        hidden={new Set()}
        onChoose={() => {}}
        hasWorks={false}
        band={undefined}
      />
    ));
  await show(line);
  await expect.element(page.getByText("Sun", { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("chart:late"))).not.toBeInTheDocument();
  await show({ ...line, late: [[0, 1]] });
  await expect.element(page.getByText(say("chart:late"))).toBeVisible();
});

test("what shares an entry shows the colours that its lines have in the plot; of more than four, and of earlier periods among bars, one line", async () => {
  const line = { unit: "Wh", type: "line", values: [] } as const;
  const sides = ["solar", "load"] as const;
  const many = ["solar", "load", "soc", "generator", "battery-in"] as const;
  const lines: ChartSeries[] = [
    ...sides.map((color) => ({ ...line, id: `${color}-before`, title: color, color, ghost: true, entry: "Before" })),
    ...sides.map((color) => ({ ...line, id: `${color}-ahead`, title: color, color, dashed: true, entry: "Forecast" })),
    ...many.map((color) => ({ ...line, id: `${color}-many`, title: color, color, ghost: true, entry: "Many" })),
  ];
  const colorsOf = async (series: readonly ChartSeries[]) => {
    await render(() => (
      <ChartLegend
        series={series}
        hasLate={false}
        looks={seriesLooks(series)}
        hidden={new Set()}
        onChoose={() => {}}
        hasWorks={false}
        band={undefined}
      />
    ));
    return ["Before", "Forecast", "Many"].map((name) => {
      const element = page.getByRole("button", { name, exact: true }).element();
      const drawn = [...element.querySelectorAll("path[stroke-dasharray]")];
      return new Set(drawn.map((path) => getComputedStyle(path).stroke)).size;
    });
  };
  expect(await colorsOf(lines)).toEqual([2, 2, 1]);
  expect(await colorsOf([...lines, { ...line, id: "bar", title: "Bar", color: "info", type: "bar" }])).toEqual([
    1, 2, 1,
  ]);
});

test("containers beside each other and temperatures have colours of no energy, and no sign of one beside their line", async () => {
  const legend = async (colors: readonly SeriesColor[]) => {
    const series = colors.map((color): ChartSeries => ({
      id: color,
      title: color,
      unit: "W",
      type: "line",
      color,
      values: [],
    }));
    await render(() => (
      <ChartLegend
        series={series}
        hasLate={false}
        looks={seriesLooks(series)}
        hidden={new Set()}
        onChoose={() => {}}
        hasWorks={false}
        band={undefined}
      />
    ));
    await expect.poll(() => page.getByRole("button").elements().length).toBe(colors.length);
    return page
      .getByRole("button")
      .elements()
      .map((one) => one.querySelectorAll("svg.tabler-icon").length);
  };
  const energies = ["solar", "load", "battery-out", "battery-in", "generator", "soc"] as const;
  expect(await legend(energies)).toEqual(energies.map(() => 1));
  expect(await legend(neutralColors)).toEqual(neutralColors.map(() => 0));
});

test("what the band of a warning means is said as soon as there is one, though the series stay", async () => {
  const [hidden, onChoose] = [new Set<string>(), () => {}];
  const series: ChartSeries[] = [{ id: "a", title: "Sun", unit: "W", type: "line", color: "solar", values: [1] }];
  const looks = seriesLooks(series);
  function Legend() {
    const [band, setBand] = useState<"critical">();
    return (
      <>
        <ChartLegend {...{ series, looks, hidden, onChoose, band }} hasLate={false} hasWorks={false} />
        <button type="button" onClick={() => setBand("critical")}>
          Raise
        </button>
      </>
    );
  }
  await render(() => <Legend />);
  await expect.element(page.getByText("Sun", { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("chart:warningOpen"))).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Raise" }).click();
  await expect.element(page.getByText(say("chart:warningOpen"))).toBeVisible();
});

const hourMs = 3_600_000;
const t = Array.from({ length: 6 }, (_, hour) => Date.UTC(2026, 10, 20, hour));
/** A chart of these lines. */
const showLines = (names: readonly string[], look: Look = {}) =>
  render(() => {
    const series = names.map((name, index): ChartSeries => ({
      ...{
        id: name,
        title: name,
        type: "line",
        color: neutralColors[index % neutralColors.length]!,
        values: t.map((_, hour) => hour),
      },
      unit: index === 0 ? "percent" : "W",
      axis: index === 0 ? "left" : "right",
    }));
    return (
      <Chart
        {...{ title: "Lines", t, series, zone: "UTC", definition: undefined }}
        fromMs={t[0]}
        toMs={t[0]! + 6 * hourMs}
      />
    );
  }, look);
const entry = (name: string) => page.getByRole("button", { name, exact: true });
const shownOf = (names: readonly string[]) =>
  names.filter((name) => entry(name).element().getAttribute("aria-pressed") === "true");
/** As written above both ends of the drawing. */
const axes = () => ["%", "W"].filter((unit) => page.getByText(unit, { exact: true }).elements().length > 0);

test("a click in the legend shows a line alone, further ones bring lines and hide them, and the last one brings all back", async () => {
  const names = ["Charge", "Sun", "Load"];
  await showLines(names);
  await expect.poll(axes).toEqual(["%", "W"]);
  await entry("Charge").click();
  expect(shownOf(names)).toEqual(["Charge"]);
  // The drawing follows: nothing is left on the other axis.
  await expect.poll(axes).toEqual(["%"]);
  await entry("Load").click();
  expect(shownOf(names)).toEqual(["Charge", "Load"]);
  await entry("Charge").click();
  expect(shownOf(names)).toEqual(["Load"]);
  await expect.poll(axes).toEqual(["W"]);
  await entry("Load").click();
  expect(shownOf(names)).toEqual(names);
});

test("the legend of many lines is folded on a phone, by keys too, and whole on paper and where there is room", async () => {
  const names = ["Charge", "Sun", "Load", "Grid", "Wind", "Heat", "Pump", "Mill"];
  const phone = { width: 400 } as const;
  const count = () => names.filter((name) => entry(name).elements().length > 0).length;
  const all = entry(say("chart:allSeries", { count: names.length }));
  await showLines(names, phone);
  await expect.element(all).toHaveAttribute("aria-expanded", "false");
  expect(count()).toBe(4);
  (all.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const fewer = entry(say("chart:fewerSeries"));
  await expect.element(fewer).toHaveFocus();
  await expect.element(fewer).toHaveAttribute("aria-expanded", "true");
  expect(count()).toBe(8);
  await userEvent.keyboard("{Enter}");
  await expect.poll(count).toBe(4);
  window.dispatchEvent(new Event("beforeprint"));
  expect([count(), all.elements().length]).toEqual([8, 0]);
  window.dispatchEvent(new Event("afterprint"));
  await expect.poll(count).toBe(4);
  await showLines(names.slice(0, 6), phone);
  await expect.poll(count).toBe(6);
  await showLines(names, { width: 1280 });
  await expect.poll(count).toBe(8);
  expect(all.elements()).toEqual([]);
});

test("by keys it is the same, also of two lines, and of one there is nothing to choose", async () => {
  const names = ["Charge", "Sun"];
  await showLines(names);
  await expect.element(entry("Sun")).toBeVisible();
  (entry("Sun").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(shownOf(names)).toEqual(["Sun"]);
  await userEvent.keyboard(" ");
  expect(shownOf(names)).toEqual(names);
  await showLines(["Charge"]);
  await expect.element(page.getByRole("group").getByText("Charge", { exact: true })).toBeVisible();
  expect(entry("Charge").elements()).toEqual([]);
});

test.for(looks.slice(0, 2))("what a click in the legend does is said before it, in $language", async (look) => {
  const names = ["Charge", "Sun"];
  const act = (key: string, title: string) => readText(`chart:legendAct.${key}`, { title });
  await showLines(names, look);
  await expect.element(entry("Sun")).toBeVisible();
  const hint = page.getByRole("tooltip");
  // The words come once the page is idle; until then a pointer that comes finds none.
  await expect
    .poll(
      async () => {
        await userEvent.unhover(entry("Sun"));
        await userEvent.hover(entry("Sun"));
        return expect
          .poll(() => hint.elements().some((one) => one.textContent !== ""), { timeout: 3_000 })
          .toBe(true)
          .then(() => true)
          .catch(() => false);
      },
      { timeout: 40_000 },
    )
    .toBe(true);
  await expect.element(hint.filter({ hasText: act("only", "Sun") })).toBeInTheDocument();
  await entry("Sun").click();
  await userEvent.hover(entry("Charge"));
  await expect.element(page.getByText(act("show", "Charge"))).toBeInTheDocument();
  await userEvent.hover(entry("Sun"));
  await expect.element(page.getByText(act("all", "Sun"))).toBeInTheDocument();
});

test("a legend that is folded on a phone still says what is laid over its lines, and does not count it", async () => {
  await page.viewport(400, 800);
  const line = { unit: "W", type: "line", color: "info", values: [] } as const;
  const series = Array.from({ length: 7 }, (_, index): ChartSeries[] => [
    { ...line, id: `${index}`, title: `Site ${index}` },
    { ...line, id: `${index}-before`, title: `Site ${index}, before`, ghost: true, entry: "A week before" },
  ]).flat();
  await render(() => (
    <ChartLegend
      {...{ series, hasLate: false, looks: seriesLooks(series), hidden: new Set(), hasWorks: false, band: undefined }}
      onChoose={() => {}}
    />
  ));
  await page.viewport(400, 800);
  await expect
    .poll(() =>
      page
        .getByRole("button")
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(["Site 0", "Site 1", "Site 2", "Site 3", "A week before", say("chart:allSeries", { count: 7 })]);
});
