import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { plainSpaces } from "../testing/plain-spaces.ts";
import { looks, readText, render, say } from "../testing/render.tsx";
import { formatQuantityText } from "../core/format.ts";
import { loadTexts } from "../core/i18n/i18n.ts";
import { formatTime, timeReady } from "../core/time.ts";
import type { ChartSeries } from "./chart-series.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";

test("a gap in what was measured is said, a forecast that does not reach there is left out", async () => {
  await loadTexts("chart");
  const line = { unit: "Wh", type: "line", color: "solar", values: [] } as const;
  const row = (one: Pick<ChartSeries, "id" | "title"> & Partial<ChartSeries>, value: number | null) => ({
    series: { ...line, ...one },
    look: undefined,
    value,
  });
  const rows = [
    row({ id: "now", title: "Measured" }, null),
    row({ id: "before", title: "Earlier", ghost: true }, 12),
    row({ id: "ahead", title: "Forecast", dashed: true }, null),
  ];
  await render(() => (
    <ChartTooltip
      atMs={0}
      untilMs={undefined}
      rows={rows}
      warnings={[]}
      total={false}
      zone="UTC"
      left={20}
      within={900}
      toRight
    />
  ));
  await expect.element(page.getByText("Measured")).toBeVisible();
  await expect.element(page.getByText("Earlier")).toBeVisible();
  await expect.element(page.getByText("Forecast")).not.toBeInTheDocument();
});

test("a warning that was open at the time is named, with since when", async () => {
  await Promise.all([loadTexts("chart"), timeReady()]);
  const low = { text: "Charge low", level: "critical", atMs: 0, toMs: 7_200_000, isOpen: true } as const;
  await render(() => (
    <ChartTooltip
      {...{
        atMs: 3_600_000,
        untilMs: undefined,
        rows: [],
        warnings: [low],
        total: false,
        zone: "UTC",
        left: 20,
        within: 900,
      }}
      toRight
    />
  ));
  const time = formatTime(low.atMs, "dateTime", "UTC", "en");
  await expect.element(page.getByText(say("chart:warningSince", { text: low.text, time }))).toBeVisible();
});

/** A series and what is laid over it, at a point. */
function pair(id: string, unit: ChartSeries["unit"], value: number, before: number | null) {
  const own = { id, title: id, unit, type: "line", color: "solar", values: [] } as const;
  const over = { ghost: true, over: id, overName: "A day before" } as const;
  const ghost = { ...own, id: `${id}-ghost`, title: `${id} (a day before)`, ...over } as const;
  return [
    { series: own, look: undefined, value },
    { series: ghost, look: undefined, value: before },
  ];
}

test.for(looks.slice(0, 2))(
  "a comparison has a row for each series, and says what it comes to, in $language",
  async (look) => {
    await Promise.all([loadTexts("chart"), timeReady()]);
    const rows = [
      ...pair("Energy", "Wh", 2_500, 2_000),
      ...pair("Charge", "percent", 39, 40),
      ...pair("Late", "W", 5, null),
    ];
    await render(
      () => (
        <ChartTooltip
          {...{ atMs: 0, untilMs: undefined, rows, warnings: [], total: false, zone: "UTC", left: 20, within: 900 }}
          toRight
        />
      ),
      look,
    );
    await expect.element(page.getByText("Energy")).toBeVisible();
    const cells = [...document.querySelectorAll("[role=tooltip] tr")].map((row) =>
      [...row.children].map(({ textContent }) => plainSpaces(textContent).trim()),
    );
    const time = plainSpaces(formatTime(0, "dateTime", "UTC", look.language));
    const write = (value: number, unit: ChartSeries["unit"]) =>
      plainSpaces(formatQuantityText(value, unit, look.language));
    const points = plainSpaces(readText("chart:points", { count: 1, change: "−1" }));
    expect(cells).toEqual([
      [time, "A day before", say("chart:difference")],
      ["Energy", write(2_500, "Wh"), write(2_000, "Wh"), "+500 Wh (+25 %)"],
      ["Charge", write(39, "percent"), write(40, "percent"), points],
      ["Late", write(5, "W"), "", ""],
    ]);
  },
);

test("what is compared with a series that the legend hides has its own name, and nothing to differ from", async () => {
  await Promise.all([loadTexts("chart"), timeReady()]);
  const rows = pair("Energy", "Wh", 2_500, 2_000).slice(1);
  await render(() => (
    <ChartTooltip
      {...{ atMs: 0, untilMs: undefined, rows, warnings: [], total: false, zone: "UTC", left: 20, within: 900 }}
      toRight
    />
  ));
  await expect.element(page.getByText("Energy (a day before)")).toBeVisible();
  expect(page.getByText(say("chart:difference")).elements()).toHaveLength(0);
});

test("a comparison of five series is whole in a drawing of a phone", async () => {
  await Promise.all([loadTexts("chart"), timeReady()]);
  const names = ["Solar power", "Consumption", "Battery power", "Generator power", "Inverter power"];
  const rows = names.flatMap((name) => pair(name, "W", 12_345, 9_876));
  const [width, height] = [340, 260];
  await render(
    () => (
      <div className="og-relative" style={{ width, height }} data-testid="frame">
        <ChartTooltip
          {...{ atMs: 0, untilMs: undefined, rows, warnings: [], total: false, zone: "UTC", left: 170, within: width }}
          toRight={false}
        />
      </div>
    ),
    { width: 400 },
  );
  await expect.element(page.getByText("Solar power")).toBeVisible();
  const frame = page.getByTestId("frame").element().getBoundingClientRect();
  const shown = page.getByTestId("frame").element().firstElementChild!;
  const box = shown.getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(frame.left - 0.5);
  expect(box.right).toBeLessThanOrEqual(frame.right + 0.5);
  expect(box.bottom).toBeLessThanOrEqual(frame.bottom);
  expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
});

test.for([true, false])(
  "it stays in a frame of a phone wherever it is pointed at, to the right of it: %s",
  async (toRight) => {
    await Promise.all([loadTexts("chart"), timeReady()]);
    const width = 340;
    const series = { id: "solar", title: "Solar", unit: "W", type: "line", color: "solar", values: [] } as const;
    const rows = [
      { series: { ...series, title: "Power of the solar field of the station" }, look: undefined, value: 1 },
    ];
    for (const left of [40, 150, 200, 320]) {
      await render(
        () => (
          <div className="og-relative" style={{ width, height: 200 }} data-testid="frame">
            <ChartTooltip
              {...{ atMs: 0, untilMs: 3_600_000, rows, warnings: [], total: false, zone: "UTC", left, toRight }}
              within={width}
            />
          </div>
        ),
        { width: 400 },
      );
      await expect.element(page.getByText(/solar field/)).toBeVisible();
      const frame = page.getByTestId("frame").element().getBoundingClientRect();
      const shown = page.getByTestId("frame").element().firstElementChild!.getBoundingClientRect();
      expect(shown.left).toBeGreaterThanOrEqual(frame.left - 0.5);
      expect(shown.right).toBeLessThanOrEqual(frame.right + 0.5);
      // And not squeezed into what is left of the frame beside the pointer.
      expect(shown.width).toBeGreaterThan(250);
    }
  },
);

test("of many series a phone shows the first and says how many are left out; what all of them measure is said once", async () => {
  await loadTexts("chart");
  const rows = Array.from({ length: 13 }, (_, index) =>
    pair(`State of charge, Site ${index + 1}`, "percent", 40, 50),
  ).flat();
  const show = (within: number, shown = rows) =>
    render(() => (
      <ChartTooltip
        {...{ atMs: 0, untilMs: undefined, rows: shown, warnings: [], total: false, zone: "UTC", left: 20, within }}
        toRight
      />
    ));
  const tooltip = page.getByRole("tooltip", { includeHidden: true });
  const text = () => tooltip.element().textContent.replaceAll("\u00a0", " ");
  const plain = rows.filter((_, index) => index % 2 === 0);
  for (const shown of [rows, plain]) {
    await show(342, shown);
    expect(text()).toContain(say("chart:tooltipMore", { count: 5 }));
    expect([text().includes("Site 8"), text().includes("Site 9")]).toEqual([true, false]);
    expect(text().split("State of charge")).toHaveLength(2);
    // Its frame is not higher than what a phone shows of a page.
    expect(tooltip.element().getBoundingClientRect().height).toBeLessThan(480);
    await show(900, shown);
    expect([text().includes("Site 13"), text().includes("and")]).toEqual([true, false]);
  }
});

test("words that have no room beside the point stand above the drawing, and do not hide what is pointed at", async () => {
  await Promise.all([loadTexts("chart"), timeReady()]);
  const width = 340;
  const rows = ["State of charge", "Consumption"].map((title) => ({
    series: { id: title, title, unit: "W", type: "line", color: "solar", values: [] } as const,
    look: undefined,
    value: 12_345,
  }));
  const show = (left: number, top: number) =>
    render(
      () => (
        <div className="og-relative" style={{ width, height: 200, marginTop: top }} data-testid="frame">
          <ChartTooltip
            {...{ atMs: 0, untilMs: undefined, rows, warnings: [], total: false, zone: "UTC", left, within: width }}
            toRight={left < width / 2}
          />
        </div>
      ),
      { width: 400 },
    );
  const box = () => page.getByRole("tooltip", { includeHidden: true }).element().getBoundingClientRect();
  const frameTop = () => page.getByTestId("frame").element().getBoundingClientRect().top;
  await show(width / 2, 240);
  expect(box().bottom).toBeLessThan(frameTop());
  // Beside the point they hide nothing, and outside of the window nobody reads them.
  await show(20, 240);
  expect(box().top).toBeGreaterThan(frameTop());
  await show(width / 2, 0);
  expect(box().top).toBeGreaterThan(frameTop());
});
