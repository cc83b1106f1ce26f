import { Menu } from "@mantine/core";
import { readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { may, type Permission } from "@offgrid/contract/core/access";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import type { PlotLine } from "../../../domain/charts/drawn-series.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { PointMenu } from "./point-menu.tsx";
import { seenChart } from "./seen-chart.ts";

const say = (key: string) => sayOf(`charts:point.${key}`);
const item = (key: string) => page.getByRole("menuitem", { name: say(key), exact: true });
const hourMs = 3_600_000;
// An hour ahead of UTC: its day begins at 23:00 of the day before.
const zone = "Africa/Niamey";
const midnight = Date.parse("2026-11-28T23:00:00Z");
const atMs = midnight + 10.25 * hourMs;
const day = { fromMs: midnight, toMs: midnight + 24 * hourMs };
const week = { fromMs: midnight - 6 * 24 * hourMs, toMs: day.toMs };

const definition = ChartDefinition.parse({
  ...{ name: "How full", period: "7_days", tags: ["mine"] },
  series: [{ id: "a", kind: "metric", metric: "battery.soc", of: { kind: "$container" } }],
});
const soc = {
  ...{ id: "a", title: "Charge", quantity: "battery.soc", unit: "percent", values: [80, 20, 60] },
} as unknown as PlotLine;
const sun = { ...soc, id: "b", title: "Sun", quantity: "solar.power", unit: "W", values: [0, 2_000, 100] } as PlotLine;
const used = { ...sun, id: "c", title: "Used", unit: "Wh" } as PlotLine;
const drawn = { t: [midnight, atMs, day.toMs], lines: [soc] };

let acts: unknown[];

beforeEach(async () => {
  acts = [];
  await Promise.all([timeReady(), loadTexts("charts")]);
});
afterEach(() => vi.restoreAllMocks());

interface Shown {
  permissions?: readonly Permission[];
  containerId?: string | undefined;
  look?: Look;
  chart?: ChartDefinition;
  lines?: readonly PlotLine[];
  without?: boolean;
}

/** The menu of a point of a chart of a container, open, for whoever has all that it needs. */
async function show({
  chart = definition,
  permissions = ["view", "charts", "rules", "tickets"],
  without,
  lines = drawn.lines,
  look,
  ...of
}: Shown = {}) {
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json({ status: "ok", info: { permissions } }));
  const containerId = "containerId" in of ? of.containerId : "gao";
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Menu withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <button type="button">Point</button>
          </Menu.Target>
          <Menu.Dropdown>
            <PointMenu
              {...{ atMs, zone, containerId }}
              drawn={{ ...drawn, lines }}
              chart={seenChart(chart, week, containerId)}
              onRange={(...given) => acts.push(given)}
              {...(!without && { onRaw: (range) => acts.push(["raw", range]), onNote: () => acts.push("note") })}
            />
          </Menu.Dropdown>
        </Menu>
      </QueryClientProvider>
    ),
    look,
  );
  await page.getByRole("button", { name: "Point" }).click();
  await expect.element(item("day")).toBeVisible();
}
const searchOf = async (key: string): Promise<Record<string, string>> => {
  await expect.element(item(key)).toBeVisible();
  const url = new URL((item(key).element() as HTMLAnchorElement).href, "https://portal.example");
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
};

test("the day of a point is shown by hour, in the zone of the container", async () => {
  await show();
  await item("day").click();
  expect(acts).toEqual([[day, "hour"]]);
});

test("an hour before and after is shown as the chart has it, its single readings as such, and a note is asked for", async () => {
  const around = { fromMs: atMs - hourMs, toMs: atMs + hourMs };
  for (const [key, act] of [
    ["hour", [around]],
    ["raw", ["raw", around]],
    ["note", "note"],
  ] as const) {
    acts = [];
    await show();
    await item(key).click();
    expect(acts).toEqual([act]);
  }
  await show({ without: true });
  for (const key of ["raw", "note"]) expect(item(key).elements()).toEqual([]);
});

test("the energy flow of the container is opened at the instant, and the container on the day", async () => {
  await show();
  expect(await searchOf("flow")).toEqual({ path: "/containers/gao", tab: "flow", at: String(atMs) });
  expect(await searchOf("container")).toEqual({
    ...{ path: "/containers/gao", from: String(day.fromMs), to: String(day.toMs) },
  });
});

test("a rule begins with the level at the point, and without one where nothing was measured there", async () => {
  await show();
  expect(await searchOf("warnLevel")).toEqual({
    ...{ path: "/warning/add", container: "gao", metric: "battery.soc", level: "20", type: "below" },
  });
});

test("of several lines that a rule can be made of, it is asked which, by keyboard too", async () => {
  await show({ lines: [soc, used, sun] });
  expect(page.getByRole("menuitem", { name: /Charge|Sun/ }).elements()).toEqual([]);
  await expect.element(item("warnLevel")).toHaveAttribute("aria-expanded", "false");
  (item("warnLevel").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(item("warnLevel")).toHaveAttribute("aria-expanded", "true");
  const found = page.getByRole("menuitem", { name: /^(Charge|Sun): / });
  const rules = found.elements().map((one) => new URL((one as HTMLAnchorElement).href).search);
  expect(found.elements().map(({ textContent }) => textContent)).toEqual([
    "Charge: below 20\u00A0%",
    "Sun: above 2.00\u00A0kW",
  ]);
  expect(rules).toEqual([
    "?container=gao&metric=battery.soc&level=20&type=below",
    "?container=gao&metric=solar.power&level=2000&type=above",
  ]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(found.nth(1)).toHaveFocus();
});

test("a ticket begins with the container, the instant, and the chart over the time that is looked at", async () => {
  await show();
  const { chart, ...search } = await searchOf("ticket");
  expect(search).toEqual({ path: "/tickets", new: "ticket", on: "gao", at: String(atMs) });
  expect(readDefinitionText(String(chart))).toEqual({
    ...definition,
    ...{ period: "custom", from: week.fromMs, to: week.toMs, tags: [] },
    series: [{ ...definition.series[0], of: { kind: "containers", ids: ["gao"] } }],
  });
});

test("of a chart that is too large for a message, its name and its time go to the ticket", async () => {
  const ids = Array.from({ length: 250 }, (_one, index) => `container-${index}`);
  const one = { ...definition.series[0]!, of: { kind: "containers", ids } };
  const chart = ChartDefinition.parse({ ...definition, series: [one, { ...one, id: "b" }] });
  await show({ chart });
  const given = readDefinitionText(String((await searchOf("ticket"))["chart"]));
  expect(given).toMatchObject({ name: "How full", from: week.fromMs, to: week.toMs, series: [] });
});

test("of several containers there is a ticket, and no way to one of them", async () => {
  await show({ containerId: undefined });
  expect(await searchOf("ticket")).not.toHaveProperty("on");
  for (const key of ["flow", "container", "warn", "warnLevel"]) expect(item(key).elements()).toEqual([]);
});

test("whoever may open no tickets and set no rules is offered none", async () => {
  expect(may(["view", "charts"], "tickets")).toBe(false);
  await show({ permissions: ["view", "charts"] });
  await expect.element(item("flow")).toBeVisible();
  for (const key of ["ticket", "warnLevel", "warn"]) expect(item(key).elements()).toEqual([]);
});

test.for(looks)("the menu of a point is legible and fits, in $language at $width px", async (look) => {
  await show({ look });
  await expect.element(item("ticket")).toBeVisible();
  await expectFittingWords();
  await expectAccessible();
});
