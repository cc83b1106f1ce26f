import { chartAggregates } from "@offgrid/contract/charts/chart-choices";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { DrawnFigures } from "./drawn-plots.tsx";
import type { PlotLine } from "./drawn-series.ts";

const line: PlotLine = {
  ...{ id: "a", title: "Consumption of the water works, Gao", unit: "W", quantity: "load.power" },
  ...{ type: "line", axis: "left", plot: 0, color: null, coverage: 1 },
  ...{ values: [1_200, 2_590], ghost: null },
};

const drawn = { t: [0, 3_600_000], groupBy: "hour" } as const;

beforeEach(() => loadTexts("drawing", "ui", "shared"));

test("figures that are wider than a phone are scrolled by keyboard, and are no stop where all of them is seen", async () => {
  const figures = () => page.getByRole("region", { name: say("drawing:figures"), exact: true });
  await render(() => <DrawnFigures drawn={drawn} lines={[line]} aggregates={chartAggregates} />, { width: 280 });
  await expect.element(figures()).toHaveAttribute("tabindex", "0");
  await userEvent.tab();
  await expect.element(figures()).toHaveFocus();
  await render(() => <DrawnFigures drawn={drawn} lines={[line]} aggregates={chartAggregates} />);
  await expect.element(figures()).not.toHaveAttribute("tabindex");
});

test("the highest of groups is named as theirs, since single readings go beyond it", async () => {
  const heads = () =>
    [...document.querySelectorAll("thead th")]
      .map((head) => head.textContent)
      .filter((text) => text.includes(say("drawing:aggregate.max")));
  await render(() => <DrawnFigures drawn={drawn} lines={[line]} aggregates={["max"]} />);
  await expect.poll(heads).toEqual(["Highest (hour)"]);
  await render(() => <DrawnFigures drawn={{ ...drawn, groupBy: "raw" }} lines={[line]} aggregates={["max"]} />);
  await expect.poll(heads).toEqual(["Highest"]);
});
