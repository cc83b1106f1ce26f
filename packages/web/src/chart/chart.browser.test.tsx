import { usualUnits } from "@offgrid/contract/core/unit-choices";
import { showUnits } from "@offgrid/contract/telemetry/shown-units";
import { useMemo, useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { plainSpaces } from "../testing/plain-spaces.ts";
import { putOnPaper } from "../testing/on-paper.ts";
import { render, renderState } from "../testing/render.tsx";
import { StoryView } from "../testing/story.tsx";
import type { ChartSeries } from "./chart-series.ts";
import { stories } from "./chart.stories.tsx";
import { Chart } from "./chart.tsx";

const tooltip = (name: string) =>
  page.getByRole("region", { name, exact: true }).getByRole("tooltip", { includeHidden: true });

test("pointing at a time in one chart marks the same time in all others", async () => {
  const names = ["chart-line", "chart-area", "chart-stack", "chart-stack-bars"];
  const several = stories.filter(({ name }) => names.includes(name));
  await render(() => (
    <>
      <h1>Charts</h1>
      {several.map((story) => (
        <StoryView key={story.name} story={story} />
      ))}
    </>
  ));
  await expect.poll(() => document.querySelectorAll("canvas").length).toBe(4);
  await page.getByRole("region", { name: "chart-line", exact: true }).getByRole("img").hover();
  await expect.element(tooltip("chart-line")).toHaveTextContent(/\d+\/\d+\/\d+, \d+:\d+ [ap]m/);
  const when = /\d+\/\d+\/\d+, \d+:\d+ [ap]m/.exec(plainSpaces(tooltip("chart-line").element().textContent))?.[0];
  await expect.element(tooltip("chart-area")).toHaveTextContent(when!);
  await expect.element(tooltip("chart-stack")).toHaveTextContent(when!);
  // Its bars are whole days, and the time is in the last of them.
  await expect.element(tooltip("chart-stack-bars")).toHaveTextContent("20/11/2026");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.element(tooltip("chart-area")).not.toBeInTheDocument();
});

test("a warning on the axis shows its text on focus and in the table", async () => {
  await renderState(stories, "chart-line", "drawn");
  const mark = page.getByRole("button", { name: /^Inverter hot .*; Link lost.* \(critical\)$/ });
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
  const words = page.getByText("Inverter hot (20/11/2026, 1:12 pm)");
  // Words come on a focus by keyboard only; the browser takes a test's own focus for one by pointer after any click,
  // be it of another test, until a key is pressed. The marks are placed again until the chart has its size, and the one
  // with the focus then loses it.
  await expect
    .poll(
      async () => {
        if (words.elements().length > 0) return true;
        const element = mark.element() as HTMLElement;
        element.blur();
        await userEvent.keyboard("{Shift}");
        element.focus();
        return false;
      },
      // The words come once the page is idle, which may take three seconds; a mark that is left before never shows them.
      { interval: 5_000, timeout: 40_000 },
    )
    .toBe(true);
  await expect.element(words.first()).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Inverter hot \(critical\)/ })).toBeInTheDocument();
  expect(page.getByRole("row", { name: /Works in progress: Pump is repaired/ }).elements()).toHaveLength(8);
});

test("readers learn the sum of a stack, of what goes up alone", async () => {
  await renderState(stories, "chart-stack-bars", "drawn");
  // 113 kWh of sun, 7 of the generator and 42 from the battery; what went into it is drawn downwards.
  await expect.element(page.getByText(/162\skWh together\./)).toBeInTheDocument();
});

test("temperatures of whoever reads °F are in °F on the axis, in words and in the table, and differences have no offset", async () => {
  showUnits({ ...usualUnits, temperature: "degF" });
  onTestFinished(() => showUnits(usualUnits));
  const t = [0, 1, 2].map((hour) => hour * 3_600_000);
  const line = { type: "line", color: "info" } as const;
  const series: ChartSeries[] = [
    { ...line, id: "room", title: "Room", unit: "degC", values: [20, 25, null] },
    { ...line, id: "apart", title: "Apart", unit: "degC difference", axis: "right", values: [0, 5, 10] },
  ];
  const moved: number[] = [];
  const level = {
    ...{ id: "level", label: "Level", value: 22.5, unit: "degC" as const },
    textOf: (value: number) => `${value} kept`,
    onChange: (value: number) => void moved.push(value),
  };
  const levels = [level];
  await render(() => <Chart title="Warm" t={t} series={series} zone="UTC" levels={levels} definition={undefined} />);
  const chart = page.getByRole("region", { name: "Warm", exact: true });
  await expect.poll(() => chart.getByText("°F", { exact: true }).elements()).toHaveLength(2);
  const cells = () =>
    [...document.querySelectorAll("tbody td")].map(({ textContent }) => plainSpaces(textContent ?? ""));
  await expect.poll(cells).toEqual(["68.0 °F", "0.0 °F", "77.0 °F", "9.0 °F", "—", "18.0 °F"]);
  // The axis reaches from 68 to 78: the level stands at 72.5 on it, and is moved by steps of °F.
  const slider = chart.getByRole("slider", { name: "Level", exact: true });
  await expect.element(slider).toHaveAttribute("aria-valuenow", "72.5");
  await expect.element(slider).toHaveAttribute("aria-valuemin", "68");
  slider.element().dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
  expect(moved).toEqual([22.556]);
});

test("names of levels that are close together stand apart, and a name that has its value is not followed by it again", async () => {
  const t = [0, 3_600_000, 7_200_000];
  const series: ChartSeries[] = [
    { id: "load", title: "Load", unit: "W", type: "line", color: "info", values: [500, 6_000, 4_000] },
  ];
  const shared = { unit: "W" as const, textOf: String, onChange: () => {} };
  const levels = [
    { ...shared, id: "above", label: "Threshold", value: 500 },
    { ...shared, id: "clear", label: "Clears at 300 W", value: 300 },
  ];
  await render(() => <Chart title="Load" t={t} series={series} zone="UTC" levels={levels} definition={undefined} />);
  const chart = page.getByRole("region", { name: "Load", exact: true });
  const [above, clear] = ["Threshold 500", "Clears at 300 W"].map((name) => chart.getByText(name, { exact: true }));
  await expect.element(above!).toBeVisible();
  const upper = above!.element().getBoundingClientRect();
  const lower = clear!.element().getBoundingClientRect();
  expect(upper.bottom).toBeLessThanOrEqual(lower.top);
});

test("a chart without values says so", async () => {
  await renderState(stories, "chart-empty", "drawn");
  await expect.element(page.getByText("No data in this period")).toBeVisible();
});

test("a chart whose series become fewer is drawn again with those that are left", async () => {
  const broken: string[] = [];
  const note = (event: ErrorEvent) => broken.push(event.message);
  window.addEventListener("error", note);
  const t = [0, 1, 2, 3].map((hour) => hour * 3_600_000);
  const line = (id: string): ChartSeries => ({ id, title: id, unit: "W", type: "line", color: "solar", values: t });
  const [both, one] = [[line("First"), line("Second")], [line("First")]];
  function Case() {
    const [isOne, setIsOne] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOne(true)}>
          Fewer
        </button>
        <Chart
          title="Few"
          t={isOne ? t.slice(0, 3) : t}
          series={isOne ? one : both}
          zone="UTC"
          definition={undefined}
        />
      </>
    );
  }
  try {
    await render(Case);
    await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
    await page.getByRole("button", { name: "Fewer" }).click();
    await expect.element(page.getByRole("button", { name: "Second" })).not.toBeInTheDocument();
    await expect.poll(() => document.querySelectorAll("canvas").length).toBe(1);
    expect(broken).toEqual([]);
  } finally {
    window.removeEventListener("error", note);
  }
});

test("the plot of a chart is 400 px high, and lower where the layout is that of a phone", async () => {
  const t = [0, 1, 2, 3].map((hour) => hour * 3_600_000);
  const series: ChartSeries[] = [{ id: "a", title: "A", unit: "W", type: "line", color: "solar", values: t }];
  for (const [width, height] of [
    [1280, 400],
    [960, 400],
    [959, 260],
  ] as const) {
    await render(() => <Chart title="High" t={t} series={series} zone="UTC" definition={undefined} />, { width });
    await expect.poll(() => document.querySelector("canvas")?.getBoundingClientRect().height).toBe(height);
  }
});

test("the strip with the whole period shows what came and leaves out what was hidden", async () => {
  const t = Array.from({ length: 80 }, (_, hour) => hour * 3_600_000);
  const line = (id: string, count: number): ChartSeries => ({
    ...{ id, title: id, unit: "W", type: "line", color: "solar" },
    values: t.slice(0, count).map((_, index) => index % 7),
  });
  function Case() {
    const [count, setCount] = useState(60);
    const series = useMemo(() => [line("First", count), line("Second", count)], [count]);
    return (
      <>
        <button type="button" onClick={() => setCount(80)}>
          More
        </button>
        <Chart
          title="Long"
          t={useMemo(() => t.slice(0, count), [count])}
          series={series}
          zone="UTC"
          definition={undefined}
          navigator
        />
      </>
    );
  }
  await render(Case);
  const curves = () =>
    [...document.querySelectorAll('[role="group"] svg path')].map(
      (path) => path.getAttribute("d")?.split(/[ML]/).length,
    );
  await expect.poll(curves).toEqual([61, 61]);
  await page.getByRole("button", { name: "More" }).click();
  await expect.poll(curves).toEqual([81, 81]);
  await page.getByRole("button", { name: "Second" }).click();
  await expect.poll(curves).toEqual([81]);
});

test("the picture of a chart does not wait for its table, which follows", async () => {
  const story = stories.find(({ name }) => name === "chart-line")!;
  const show = () => render(() => <StoryView story={story} />);
  // Its program is here from the second one on.
  await show();
  await expect.poll(() => document.querySelectorAll("canvas").length).toBe(1);
  const place = document.querySelector("main");
  let cellsBefore: number | undefined;
  const watcher = new MutationObserver(() => {
    const main = document.querySelector("main");
    if (main === place || !main?.querySelector("canvas")) return;
    cellsBefore ??= main.querySelectorAll("tbody td").length;
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watcher.disconnect());
  await show();
  await expect.poll(() => document.querySelectorAll("tbody td").length).toBeGreaterThan(0);
  expect(cellsBefore).toBe(0);
});

test("on paper a chart says the time that it shows and in which zone, and on a screen it does not", async () => {
  await renderState(stories, "chart-line", "drawn");
  const period = page.getByText(/^\d.* \(Africa\/Nairobi\)$/);
  await expect.element(page.getByRole("img").first()).toBeVisible();
  await expect.element(period).not.toBeInTheDocument();
  window.dispatchEvent(new Event("beforeprint"));
  // It is there at once: the browser waits for nothing.
  expect(period.elements()).toHaveLength(1);
  window.dispatchEvent(new Event("afterprint"));
  await expect.element(period).not.toBeInTheDocument();
});

test("on paper no bar is filled with a tile, which the browser would leave out, and its pattern is drawn on it", async () => {
  const styles: unknown[] = [];
  const canvas = CanvasRenderingContext2D.prototype;
  const { fill } = canvas;
  const fills = vi.spyOn(canvas, "fill").mockImplementation(function (this: CanvasRenderingContext2D, ...args) {
    styles.push(this.fillStyle);
    Reflect.apply(fill, this, args);
  });
  const clips = vi.spyOn(canvas, "clip");
  const clears = vi.spyOn(canvas, "clearRect");
  for (const spy of [fills, clips, clears]) onTestFinished(() => spy.mockRestore());
  // Of the newest drawing: one for the screen may still come while the page is laid out for paper.
  const drawn = () => {
    const sinceClear = (order: number) => order > (clears.mock.invocationCallOrder.at(-1) ?? 0);
    const newest = styles.filter((_, index) => sinceClear(fills.mock.invocationCallOrder[index] ?? 0));
    return {
      isFilled: newest.length > 0,
      hasTiles: newest.some((style) => style instanceof CanvasPattern),
      isHatched: clips.mock.calls.some(
        ([shape], index) => shape instanceof Path2D && sinceClear(clips.mock.invocationCallOrder[index] ?? 0),
      ),
    };
  };
  const story = stories.find(({ name }) => name === "chart-stack-bars")!;
  await render(() => <StoryView story={story} />);
  await expect.poll(drawn).toMatchObject({ isFilled: true, hasTiles: true });
  await putOnPaper();
  await expect.poll(drawn).toEqual({ isFilled: true, hasTiles: false, isHatched: true });
});
