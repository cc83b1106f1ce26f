import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { Answer } from "../../../core/api/call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import type { SavedChart } from "../../../domain/charts/charts.data.ts";
import { render, say } from "../../../testing/render.tsx";
import { Builder } from "./builder.tsx";

// No browser of a test stands in Agadez, where the day begins at 23:00 UTC.
const zone = "Africa/Niamey";
const midnight = Date.parse("2026-11-28T23:00:00Z");
const dayMs = 86_400_000;
const at = "2026-11-30T08:00:00.000Z";

const definition = ChartDefinition.parse({
  name: "Sun",
  ...{ period: "custom", from: midnight, to: midnight + dayMs },
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["agadez"] } }],
});
const saved: SavedChart = {
  ...{ id: "c-1", definition, version: 1, owner: { name: "Amina" }, isOwn: true, readers: null, links: 0 },
  ...{ createdAt: at, updatedAt: at },
};
const drawn: Answer<"chartDraw">["data"] = {
  ...{ t: [], from: midnight, to: midnight + dayMs, zone, groupBy: "hour", tier: "rollups", isOpen: false },
  ...{ lines: [], faults: [], compared: null, containers: ["Agadez"] },
};

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared");
});
afterEach(() => vi.restoreAllMocks());

/** The builder of a kept chart. @returns what the portal is asked to draw, and to keep */
async function build(chart = saved, drawing = drawn) {
  const drawnOf: ChartDefinition[] = [];
  const kept: ChartDefinition[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    const body = JSON.parse((init?.body as string | undefined) ?? "{}") as { definition: ChartDefinition };
    if (name === "chartDraw") drawnOf.push(body.definition);
    if (name === "chartSave") kept.push(body.definition);
    const data: Record<string, unknown> = { chartDraw: drawing, chartSave: { id: "c-1" } };
    return Response.json({ status: "ok", total: 0, data: data[name ?? ""] ?? [] });
  });
  const client = new QueryClient();
  await render(() => (
    <QueryClientProvider client={client}>
      <Builder saved={chart} />
    </QueryClientProvider>
  ));
  return { drawnOf, kept };
}

test("the days of a chart are those of the place where it was measured, whatever zone the browser is in", async () => {
  const { drawnOf } = await build();
  const from = page.getByLabelText(say("ui:period.from"), { exact: true });
  const to = page.getByLabelText(say("ui:period.to"), { exact: true });
  await expect.element(from).toHaveValue("29/11/2026");
  await expect.element(to).toHaveValue("29/11/2026");
  await from.fill("27/11/2026");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => drawnOf.at(-1)?.from).toBe(midnight - 2 * dayMs);
  await expect.element(to).toHaveValue("29/11/2026");
});

test("whether a chart is kept as it is seen stands below its name", async () => {
  await build();
  const words = (key: string) => page.getByText(say(`charts:draft.${key}`), { exact: true });
  const name = page.getByRole("textbox", { name: say("charts:details.name"), exact: true });
  await expect.element(name).toBeVisible();
  expect(words("changed").elements()).toEqual([]);
  await name.fill("Mill");
  await expect.element(words("changed")).toBeVisible();
  expect(words("unsaved").elements()).toEqual([]);
});

test("what is still to be chosen is a hint, and what is wrong a warning", async () => {
  const unchosen = { ...saved, definition: { ...definition, series: [{ ...definition.series[0]!, metric: "" }] } };
  const lacking = { ...drawn, faults: [{ series: "a", code: "incomplete" as const, what: null }] };
  const reasons = page.getByRole("list", { name: say("charts:faults") });
  await build(unchosen as SavedChart, lacking);
  await expect.element(page.getByText(say("charts:nothingDrawn"))).toBeVisible();
  await expect
    .element(page.getByText(say("drawing:fault.incomplete", { name: say("drawing:unchosen") })))
    .toBeVisible();
  expect(reasons.elements()).toEqual([]);
  await build(saved, { ...drawn, faults: [{ series: "a", code: "no_data", what: null }] });
  await expect.element(reasons).toBeVisible();
  expect(page.getByText(say("charts:nothingDrawn")).elements()).toEqual([]);
});

const multiply = () => page.getByLabelText(say("charts:series.multiply"), { exact: true });
const save = () => page.getByRole("button", { name: say("charts:save"), exact: true });

test("what is no number stays where it was typed with the reason, and nothing is kept while it stands there", async () => {
  const { kept } = await build();
  await page
    .getByRole("button", { name: /^Solar power/ })
    .first()
    .click();
  await expect.element(multiply()).not.toBeVisible();
  const more = page.getByText(say("charts:series.more"), { exact: true });
  await more.click();
  await multiply().fill("abc");
  await userEvent.keyboard("{Tab}");
  await expect.element(multiply()).toHaveValue("abc");
  await expect.element(page.getByText(say("ui:noNumber"))).toBeVisible();
  await save().click();
  await expect.element(multiply()).toHaveFocus();
  await multiply().fill("20000000000");
  await expect.element(multiply()).toBeInvalid();
  await multiply().fill("");
  // Folded away, it is opened for whoever would save.
  await more.click();
  await save().click();
  await expect.element(multiply()).toHaveFocus();
  expect(kept).toEqual([]);
  await multiply().fill("2");
  await expect.element(multiply()).toBeValid();
  await save().click();
  await expect.poll(() => kept.map(({ series }) => (series[0] as { multiply: number }).multiply)).toEqual([2]);
});

test("a threshold that is no number and a day that does not exist keep a chart from being kept as it was before", async () => {
  const { kept } = await build();
  await page.getByRole("button", { name: say("charts:threshold.add"), exact: true }).click();
  const threshold = page.getByLabelText(new RegExp(`^${say("charts:threshold.value")}`));
  await threshold.fill("20x");
  await save().click();
  await expect.element(threshold).toHaveFocus();
  await expect.element(threshold).toHaveValue("20x");
  await threshold.fill("20");
  const from = page.getByLabelText(say("ui:period.from"), { exact: true });
  await from.fill("31/02/2026");
  await save().click();
  await expect.element(from).toHaveFocus();
  await expect.element(page.getByText(say("ui:date.wrong"))).toBeVisible();
  expect(kept).toEqual([]);
});

const of = { kind: "containers" as const, ids: ["agadez"] };
const built = (series: readonly object[]) => ({
  ...saved,
  definition: ChartDefinition.parse({ ...definition, series }),
});
const faults = () => page.getByRole("list", { name: say("charts:faults") });

test("why a series is not drawn is said with its name, and the others are drawn", async () => {
  const chart = built([
    { id: "a", kind: "metric", metric: "solar.power", of },
    { id: "b", kind: "metric", metric: "load.power", of, title: "Mill" },
    { id: "c", kind: "metric", metric: "battery.soc", of },
  ]);
  const t = [midnight, midnight + 3_600_000];
  const line = {
    id: "a",
    series: "a",
    title: "Solar power",
    unit: "W" as const,
    values: [1, 2],
    ghost: null,
    coverage: 1,
  };
  await build(chart, {
    ...{ ...drawn, t, lines: [line] },
    faults: [
      { series: "b", code: "not_measured", what: "Agadez" },
      { series: "c", code: "gone", what: null },
    ],
  });
  const said = (code: string, name: string) => say(`drawing:fault.${code}`, { name, what: "Agadez" });
  await expect.element(faults().getByText(said("not_measured", "Mill"))).toBeVisible();
  await expect.element(faults().getByText(said("gone", "State of charge"))).toBeVisible();
  // In the list of series too, which else looked as if all were well.
  const listed = (name: RegExp) => page.getByRole("button", { name });
  await expect.element(listed(/^Mill Never measured at Agadez\./)).toBeVisible();
  await expect.element(listed(/^State of charge A container of it was removed/)).toBeVisible();
  await expect.element(listed(/^Solar power Left/)).toBeVisible();
  expect(faults().getByRole("button").elements()).toEqual([]);
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
});

test("a series whose axis has another unit is put into its own drawing below by one click, which can be taken back", async () => {
  const chart = built([
    { id: "a", kind: "metric", metric: "solar.power", of },
    { id: "b", kind: "metric", metric: "battery.soc", of, title: "Charge" },
  ]);
  const { drawnOf } = await build(chart);
  const reason = faults().getByText(say("drawing:fault.misplaced", { name: "Charge" }));
  await expect.element(reason).toBeVisible();
  await faults()
    .getByRole("button", { name: say("charts:ownDrawing") })
    .click();
  await expect.poll(() => drawnOf.at(-1)?.series.map(({ plot }) => plot)).toEqual([0, 1]);
  await expect.element(reason).not.toBeInTheDocument();
  await page.getByRole("button", { name: say("charts:undo"), exact: true }).click();
  await expect.element(reason).toBeVisible();
});

test("whoever adds a series by keyboard is in the field of what it measures, and stays where a series is only opened", async () => {
  await build();
  const add = page.getByRole("button", { name: say("charts:series.add"), exact: true });
  (add.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const metric = page.getByRole("combobox", { name: say("charts:series.metric"), exact: true });
  await expect.element(metric).toHaveFocus();
  await expect.element(metric).toHaveValue("");
  const first = page.getByRole("button", { name: /^Solar power/ }).first();
  await first.click();
  await expect.element(metric).not.toHaveValue("");
  await expect.element(first).toHaveFocus();
});

test("what is looked at closely becomes the period of the chart, and the day of a point is drawn by hour", async () => {
  const t = Array.from({ length: 24 }, (_, hour) => midnight + hour * 3_600_000);
  const values = t.map((_, hour) => hour);
  const line = { id: "a", series: "a", title: "Solar power", unit: "W" as const, values, ghost: null, coverage: 1 };
  const { drawnOf } = await build(saved, { ...drawn, t, lines: [line] });
  const drawing = page.getByRole("img", { name: "Sun" });
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
  (drawing.element() as HTMLElement).focus();
  await userEvent.keyboard("+");
  await page.getByRole("button", { name: say("chart:keepRange"), exact: true }).click();
  const lengthOf = (one: ChartDefinition | undefined) => (one?.to ?? 0) - (one?.from ?? 0);
  await expect.poll(() => lengthOf(drawnOf.at(-1))).toBe(dayMs / 1.6);
  expect(drawnOf.at(-1)).toMatchObject({ period: "custom", groupBy: "auto" });

  const day = page.getByRole("menuitem", { name: say("charts:point.day"), exact: true });
  await expect
    .poll(async () => {
      (drawing.element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      return day.elements().length;
    })
    .toBe(1);
  await day.click();
  await expect
    .poll(() => drawnOf.at(-1))
    .toMatchObject({ period: "custom", from: midnight, to: midnight + dayMs, groupBy: "hour" });
});

test("of a metric that does not exist it is said that there is none, and not that it was never measured", async () => {
  await build(built([{ id: "a", kind: "metric", metric: "solar.powr", of }]), {
    ...drawn,
    faults: [{ series: "a", code: "not_measured", what: "Agadez" }],
  });
  await expect.element(faults().getByText(say("drawing:fault.unknown_metric", { name: "solar.powr" }))).toBeVisible();
});

test("on a phone the picture goes on in small above what is chosen, and leads back to the preview", async () => {
  const t = [midnight, midnight + 3_600_000];
  const line = { id: "a", series: "a", title: "Solar power", unit: "W" as const, ghost: null, coverage: 1 };
  await build(saved, { ...drawn, t, lines: [{ ...line, values: [1, 2] }] });
  await page.viewport(400, 700);
  const small = page.getByRole("button", { name: say("charts:toPreview"), exact: true });
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
  expect(small.elements()).toEqual([]);
  const below = page.getByRole("button", { name: say("charts:threshold.add"), exact: true });
  // Once it is laid out for a phone.
  await expect
    .poll(() => {
      below.element().scrollIntoView();
      return small.elements().length;
    })
    .toBe(1);
  await small.click();
  await expect.element(small).not.toBeInTheDocument();
});
