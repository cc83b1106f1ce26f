import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../core/i18n/i18n.ts";
import { render, say } from "../testing/render.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { marksLate } from "./late-points.ts";
import { type ChartSeries, neutralColors, type SeriesColor, seriesLooks } from "./chart-series.ts";

beforeEach(() => loadTexts("chart"));

test("a band has one entry in the legend, which hides both of its edges", async () => {
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
      onToggle={(ids) => toggled.push(...ids)}
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
        onToggle={() => {}}
        hasWorks={false}
        band={undefined}
      />
    ));
  await show(line);
  await expect.element(page.getByRole("button", { name: "Sun" })).toBeVisible();
  await expect.element(page.getByText(say("chart:late"))).not.toBeInTheDocument();
  await show({ ...line, late: [[0, 1]] });
  await expect.element(page.getByText(say("chart:late"))).toBeVisible();
});

test("forecasts that share an entry show the colours of their lines, earlier periods their one", async () => {
  const line = { unit: "Wh", type: "line", values: [] } as const;
  const sides = ["solar", "load"] as const;
  const series: ChartSeries[] = [
    ...sides.map((color) => ({ ...line, id: `${color}-before`, title: color, color, ghost: true, entry: "Before" })),
    ...sides.map((color) => ({ ...line, id: `${color}-ahead`, title: color, color, dashed: true, entry: "Forecast" })),
  ];
  await render(() => (
    <ChartLegend
      series={series}
      hasLate={false}
      looks={seriesLooks(series)}
      hidden={new Set()}
      onToggle={() => {}}
      hasWorks={false}
      band={undefined}
    />
  ));
  const strokes = (name: string) =>
    [...page.getByRole("button", { name, exact: true }).element().querySelectorAll("path[stroke-dasharray]")].map(
      (path) => getComputedStyle(path).stroke,
    );
  expect(new Set(strokes("Forecast")).size).toBe(2);
  expect(strokes("Before")).toHaveLength(1);
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
        onToggle={() => {}}
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
  const [hidden, onToggle] = [new Set<string>(), () => {}];
  const series: ChartSeries[] = [{ id: "a", title: "Sun", unit: "W", type: "line", color: "solar", values: [1] }];
  const looks = seriesLooks(series);
  function Legend() {
    const [band, setBand] = useState<"critical">();
    return (
      <>
        <ChartLegend {...{ series, looks, hidden, onToggle, band }} hasLate={false} hasWorks={false} />
        <button type="button" onClick={() => setBand("critical")}>
          Raise
        </button>
      </>
    );
  }
  await render(() => <Legend />);
  await expect.element(page.getByRole("button", { name: "Sun" })).toBeVisible();
  await expect.element(page.getByText(say("chart:warningOpen"))).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Raise" }).click();
  await expect.element(page.getByText(say("chart:warningOpen"))).toBeVisible();
});
