import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { formatTime, timeReady } from "../../core/time.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { DrawnPlots } from "./drawn-plots.tsx";
import type { PlotLine } from "./drawn-series.ts";

const hourMs = 3_600_000;
const from = Date.UTC(2026, 5, 10);
const t = Array.from({ length: 24 }, (_, hour) => from + hour * hourMs);
const drawn = { t, from, to: from + 24 * hourMs, zone: "UTC", groupBy: "hour" as const };
const line = (plot: number, axis: "left" | "right", more: Partial<PlotLine>): PlotLine => ({
  ...{
    id: `${plot} ${axis}`,
    title: "Line",
    unit: "W",
    quantity: "load.power",
    type: "line",
    color: null,
    coverage: 1,
  },
  ...{ axis, plot, ghost: null, values: t.map((_, hour) => hour), ...more },
});

beforeEach(() => loadTexts("chart", "drawing", "ui", "shared"));

test.each(looks)(
  "an instant is at one place in drawings below each other, however wide their labels are ($locale)",
  async (look) => {
    const lines = [
      line(0, "left", {}),
      line(1, "left", { unit: "count", quantity: null, values: t.map((_, hour) => 1_000_000 + hour) }),
      line(2, "left", { unit: "V", quantity: "battery.voltage" }),
      line(2, "right", { unit: "count", quantity: null, values: t.map((_, hour) => 100_000 + hour / 100) }),
    ];
    await render(() => <DrawnPlots title="Gao" drawn={drawn} lines={lines} definition={undefined} />, look);
    const edges = () =>
      [...document.querySelectorAll(".u-over")].map((plot) => {
        const { left, right } = plot.getBoundingClientRect();
        return [left, right];
      });
    await expect.poll(() => edges().length).toBe(3);
    await expect.poll(() => new Set(edges().map(String)).size, { timeout: 3000 }).toBe(1);
    // There are labels on both sides of the last.
    const [left = 0, right = 0] = edges()[0]!;
    const canvas = document.querySelector("canvas")!.getBoundingClientRect();
    expect([left - canvas.left > 60, canvas.right - right > 50]).toEqual([true, true]);
  },
);

test("on paper each of several drawings is whole, and their card may go on on the next sheet", async () => {
  const drawings = () => [...document.querySelectorAll<HTMLElement>(".og-whole")];
  const show = (lines: readonly PlotLine[]) =>
    render(() => <DrawnPlots title="Gao" drawn={drawn} lines={lines} definition={undefined} />);
  await show([line(0, "left", {}), line(1, "left", {})]);
  await expect.poll(() => drawings().length).toBe(2);
  expect(drawings().map((one) => getComputedStyle(one).breakInside)).toEqual(["avoid", "avoid"]);
  expect(drawings().every((one) => one.querySelectorAll("section").length === 1)).toBe(true);
  await show([line(0, "left", {})]);
  await expect.element(page.getByRole("img", { name: "Gao" })).toBeVisible();
  expect(drawings()).toEqual([]);
});

test("each threshold says above its line what it is, and no two stand over each other", async () => {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, "fillText");
  const thresholds = [
    { value: 10, axis: "left", plot: 0, title: "Enough" },
    { value: 10.1, axis: "left", plot: 0, title: "" },
    { value: 10.2, axis: "right", plot: 0, title: "Empty" },
  ] as const;
  const lines = [line(0, "left", {}), line(0, "right", { unit: "percent", quantity: "battery.soc" })];
  await render(() => (
    <DrawnPlots title="Gao" drawn={drawn} lines={lines} thresholds={thresholds} definition={undefined} />
  ));
  const tops = () =>
    ["Enough", "Threshold 10.1\u00a0W", "Empty"].map(
      (text) => written.mock.calls.findLast(([said]) => said.replaceAll("\u202F", "\u00A0") === text)?.[2],
    );
  await expect.poll(() => tops().every((top) => top !== undefined)).toBe(true);
  const sorted = tops()
    .map(Number)
    .toSorted((one, other) => one - other);
  for (const [index, top] of sorted.slice(1).entries()) expect(top - sorted[index]!).toBeGreaterThanOrEqual(12);
});

test.each(looks)(
  "below the energy of an hour that is not over stands until when it was measured ($language)",
  async (look) => {
    await timeReady();
    const to = from + 23.5 * hourMs;
    const energy = line(0, "left", { unit: "Wh", type: "bar", adds: true });
    const show = (isOpen: boolean) =>
      render(
        () => <DrawnPlots title="Gao" drawn={{ ...drawn, to, isOpen }} lines={[energy]} definition={undefined} />,
        look,
      );
    const said = () => page.getByText(say("ui:period.begun", { time: formatTime(to, "time", "UTC", look.language) }));
    await show(true);
    await expect.element(said()).toBeVisible();
    await show(false);
    await expect.element(said()).not.toBeInTheDocument();
  },
);

test("the strip below several drawings shows the lines of all of them", async () => {
  const many = Array.from({ length: 96 }, (_, quarter) => from + (quarter * hourMs) / 4);
  const values = many.map((_, quarter) => quarter);
  const lines = [line(0, "left", { values }), line(1, "left", { values, unit: "V", quantity: "battery.voltage" })];
  await render(() => <DrawnPlots title="Gao" drawn={{ ...drawn, t: many }} lines={lines} definition={undefined} />);
  const curves = () =>
    [...document.querySelectorAll("svg[preserveAspectRatio=none] path")].filter((one) => one.getAttribute("d"));
  await expect.poll(() => curves().length).toBe(2);
});
