import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { putOnPaper } from "../../../testing/on-paper.ts";
import { type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import type { PublicChart } from "./public-view.tsx";
import { SharedChartPage } from "./shared-chart.page.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const hour = 3_600_000;
const midnight = Date.UTC(2026, 5, 10);
const from = midnight - 3 * 24 * hour;
const t = Array.from({ length: 72 }, (_, index) => from + index * hour);

const line = { type: "line", axis: "left", plot: 0, color: null, coverage: 0.97, ghost: null } as const;
/** Two drawings, figures, a level, another time laid over, and any part of three days to choose. */
const chart: PublicChart = {
  ...{ name: "Sun at the school and charge of its battery", t, from, to: midnight, zone: "Africa/Niamey" },
  ...{ groupBy: "hour", isOpen: false, missing: 1, containers: ["Gao water works"], csv: false },
  ...{ range: { kind: "picker", from, to: midnight }, compared: { from: from - 72 * hour, to: from, what: null } },
  ...{ thresholds: [{ value: 3_000, axis: "left", plot: 0, title: "Enough" }], aggregates: ["average", "max"] },
  lines: [
    {
      ...{ ...line, id: "line-0", title: "Solar power", unit: "W", quantity: "solar.power" },
      values: t.map((_, index) => 4_000 * Math.max(0, Math.sin(((index % 24) / 24) * 2 * Math.PI - 1.5))),
      ghost: t.map((_, index) => 3_000 * Math.max(0, Math.sin(((index % 24) / 24) * 2 * Math.PI - 1.5))),
    },
    {
      ...{ ...line, id: "line-1", title: "Charge", unit: "percent", quantity: "battery.soc", plot: 1 },
      values: t.map((_, index) => 50 + (index % 24)),
    },
  ],
};

beforeEach(() => loadTexts("chart", "charts", "drawing", "ui", "shared"));
afterEach(() => {
  vi.restoreAllMocks();
  location.hash = "";
});

async function show(look: Look = {}, more: Partial<PublicChart> = {}) {
  vi.spyOn(window, "fetch").mockImplementation(async () =>
    Response.json({ status: "ok", data: { ...chart, ...more } }),
  );
  location.hash = "#school";
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <SharedChartPage />
      </QueryClientProvider>
    ),
    look,
  );
  await expect.element(page.getByRole("heading", { level: 1, name: chart.name, exact: true })).toBeVisible();
  await expect.poll(() => document.querySelectorAll("main canvas")).toHaveLength(2);
}
const buttons = (name: string) => page.getByRole("button", { name, exact: true });

test("what a link shows is good in every look, and no wider than the page", async () => {
  for (const look of looks) {
    await show(look);
    await expect.element(page.getByRole("table", { name: sayOf("drawing:figures") })).toBeVisible();
    await expect.element(buttons(say("public.print"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBe(look.width);
    vi.restoreAllMocks();
  }
});

test("where its maker did not allow it, nothing of a link can be taken as a file", async () => {
  const acts = async (csv: boolean) => {
    await show({}, { csv });
    await expect.element(buttons(say("public.print"))).toBeVisible();
    // The menus of the drawings are called the same.
    const above = buttons(say("public.csv"))
      .elements()
      .filter((one) => one.closest("header")).length;
    await buttons(sayOf("chart:menu.label")).last().click();
    await expect.element(page.getByRole("menu")).toBeVisible();
    return { above, inMenu: page.getByRole("menuitem", { name: /CSV/ }).elements().length };
  };
  expect(await acts(false)).toEqual({ above: 0, inMenu: 0 });
  // The button above saves the values of all drawings: once is enough.
  expect(await acts(true)).toEqual({ above: 1, inMenu: 0 });
});

/** Of A4 within its margins, px. */
const sheet = { width: 703, height: 1_031 };

test("on paper a link is one sheet with its title, drawings and figures, and with nothing to press", async () => {
  await show({ width: sheet.width, colorScheme: "light" });
  await putOnPaper();
  await expect.element(buttons(say("public.print"))).not.toBeInTheDocument();
  await expect.element(page.getByLabelText(sayOf("ui:period.from"), { exact: true })).not.toBeVisible();
  // What says which line is which stays, though it can be pressed on a screen.
  const legends = page.getByRole("group", { name: sayOf("chart:legend") });
  const pressed = page
    .getByRole("button")
    .elements()
    .filter((one) => one.checkVisibility() && !legends.elements().some((legend) => legend.contains(one)));
  expect(pressed.map(({ textContent }) => textContent)).toEqual([]);
  await expect.element(page.getByRole("table", { name: sayOf("drawing:figures") })).toBeVisible();
  await expect.poll(() => document.querySelectorAll("main canvas")).toHaveLength(2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(sheet.width);
  expect(document.querySelector("main")?.getBoundingClientRect().height).toBeLessThanOrEqual(sheet.height);
});
