import { durationText } from "@offgrid/contract/core/duration-text";
import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { Answer, Input } from "../../../core/api/call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { fakeNotification } from "../../../domain/notifications/notification.fake.ts";
import { readText, render, say } from "../../../testing/render.tsx";
import { ChartView } from "./chart-view.tsx";
import type { ViewedChart } from "./use-viewed-chart.ts";

type Drawing = Answer<"chartDraw">["data"];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const fromMs = Date.parse("2026-11-01T00:00:00Z");
const toMs = fromMs + 10 * dayMs;
const at = (days: number) => new Date(fromMs + days * dayMs).toISOString();

const chart = ChartDefinition.parse({
  ...{ name: "Sun", period: "custom", from: fromMs, to: toMs },
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } }],
});

function drawing(stepMs: number, more: Partial<Drawing>, line: Partial<Drawing["lines"][number]> = {}): Drawing {
  const [from, to] = [more.from ?? fromMs, more.to ?? toMs];
  const t = Array.from({ length: Math.floor((to - from) / stepMs) }, (_, index) => from + index * stepMs);
  const values = t.map((_, index) => 100 + (index % 24));
  const lines = [
    { id: "a", series: "a", title: "Solar power", unit: "W" as const, values, ghost: null, coverage: 0.98, ...line },
  ];
  return {
    ...{ t, from, to, zone: "UTC", groupBy: "hour", tier: "rollups", isOpen: false, faults: [], compared: null },
    ...{ containers: ["Gao"], lines, ...more },
  };
}

let client: QueryClient;
let added: Input<"noteAdd">[];
beforeEach(async () => {
  added = [];
  client = new QueryClient();
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "notes", "event-words", "command-words", "ui", "shared");
});
afterEach(() => {
  client.clear();
  vi.restoreAllMocks();
});

/** A kept chart that is looked at. @param answers Of calls, by name. @returns what was asked of the page */
async function show(drawn: Drawing, answers: Record<string, unknown> = {}, more: Partial<ChartDefinition> = {}) {
  const definition = { ...chart, ...more };
  const given: Record<string, unknown> = { chartDraw: drawn, ...answers };
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1) ?? "";
    if (name === "noteAdd") added.push(JSON.parse(init?.body as string) as Input<"noteAdd">);
    const info = { permissions: ["view", "charts", "rules", "tickets"] };
    return Response.json({ status: "ok", total: 0, info, data: given[name] ?? [] });
  });
  const asked: unknown[] = [];
  const viewed = {
    ...{ definition, asked: { definition }, now: toMs, container: undefined, cluster: undefined, zone: "UTC" },
    drawing: { data: drawn, isPending: false, isPlaceholderData: false, error: null },
    chosen: { period: "custom", from: definition.from, to: definition.to },
    setPeriod: (period: unknown) => asked.push(["period", period]),
    setPlace: () => {},
    setRange: (...range: unknown[]) => asked.push(["range", ...range]),
    showRaw: (range: unknown) => asked.push(["raw", range]),
    ...(definition.groupBy === "raw" && { showAverages: () => asked.push(["averages"]) }),
  } as unknown as ViewedChart;
  await render(() => (
    <QueryClientProvider client={client}>
      <ChartView {...{ definition, viewed }} />
    </QueryClientProvider>
  ));
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
  return asked;
}
/** The line below the drawing, and not that of its table. */
const sentence = () =>
  [...document.querySelectorAll("p:not(table + p)")]
    .map(({ textContent }) => textContent)
    .find((text) => text.includes(" · "));
const zoomIn = async (times: number) => {
  for (let time = 0; time < times; time++) {
    (page.getByRole("img", { name: "Sun" }).element() as HTMLElement).focus();
    await userEvent.keyboard("+");
  }
};
/** The letters of a button, down to those that go below the line, are within it. */
function expectUncut(button: Element) {
  const letters = document.createRange();
  letters.selectNodeContents(button);
  const [text, box] = [letters.getBoundingClientRect(), button.getBoundingClientRect()];
  expect(text.top).toBeGreaterThanOrEqual(box.top);
  expect(text.bottom).toBeLessThanOrEqual(box.bottom);
}
const said = (key: string, values = {}) => say(`chart:said.${key}`, values);
const share = (percent: number) => ({ share: `${percent}\u00a0%` });

test("events and notes of the container are marked on the time axis, and what is noted is listed below with who wrote it", async () => {
  const note = { id: "n1", containerId: "gao", at: at(4), text: "Panels cleaned", by: { id: "u", name: "Awa" } };
  const event = fakeNotification({ id: "e1", at: at(2), code: "door.opened" });
  // A warning is marked as itself.
  const raised = fakeNotification({ id: "e2", at: at(6), code: "warning.raised", content: "Charge low" });
  await show(drawing(hourMs, {}), {
    getNotificationsHistory: [event, raised],
    noteList: [{ ...note, mayDelete: false }],
  });
  const mark = (text: string | RegExp) =>
    page.getByRole("list", { name: say("chart:warnings") }).getByRole("button", { name: text });
  await expect.element(mark(/^Note by Awa: Panels cleaned/)).toBeVisible();
  await expect.element(mark(/door/i)).toBeVisible();
  // A note is no warning: its mark is another shape in another colour, which the legend names.
  const shape = (text: RegExp) => mark(text).element().querySelector("path")?.getAttribute("d");
  const ink = (text: RegExp) => getComputedStyle(mark(text).element()).getPropertyValue("--mark");
  expect(shape(/^Note by Awa/)).not.toBe(shape(/door/i));
  expect(ink(/^Note by Awa/)).not.toBe(ink(/door/i));
  await expect.element(page.getByText(say("chart:note"), { exact: true })).toBeVisible();
  expect(mark(/Charge low/).elements()).toEqual([]);
  await expect.element(page.getByText("Panels cleaned", { exact: true })).toBeVisible();
});

test("a note at a point is asked for with its instant, and sent with it", async () => {
  const asked = await show(drawing(hourMs, {}));
  const item = page.getByRole("menuitem", { name: say("charts:point.note"), exact: true });
  await expect
    .poll(async () => {
      (page.getByRole("img", { name: "Sun" }).element() as HTMLElement).focus();
      await userEvent.keyboard("{Enter}");
      return item.elements().length;
    })
    .toBe(1);
  await item.click();
  await page.getByLabelText(say("notes:text"), { exact: true }).fill("Fuse changed");
  await page.getByRole("button", { name: say("notes:add"), exact: true }).click();
  await expect.poll(() => added.length).toBe(1);
  expect(added[0]).toMatchObject({ containerId: "gao", text: "Fuse changed" });
  // The middle of ten days, as far as a pixel tells it.
  expect(Math.abs(Date.parse(added[0]!.at) - Date.parse(at(5)))).toBeLessThan(hourMs);
  expect(asked).toEqual([]);
});

test("the line below says what was measured, what came late and what counted as 0, and of a part that is looked at what holds there", async () => {
  const stretch = (fromDay: number, toDay: number): [number, number] => [
    fromMs + fromDay * dayMs,
    fromMs + toDay * dayMs,
  ];
  // Two hours late at the beginning, and one in the middle.
  const late = [stretch(0, 2 / 24), stretch(5, 5 + 1 / 24)];
  await show(drawing(hourMs, {}, { late, clamped: true }), {
    chartDraw: drawing(
      hourMs / 4,
      { from: fromMs + 4 * dayMs, to: fromMs + 6 * dayMs, groupBy: "15m" },
      { coverage: 0.5 },
    ),
  });
  const words = (...parts: string[]) => parts.join(" · ");
  const hours = (count: number) => said("late", { span: durationText((count * hourMs) / 1_000, "en") });
  const zone = said("zone", { zone: "UTC" });
  const whole = words(said("points.hour"), said("measured", share(98)), hours(3), said("clamped"), zone);
  await expect.poll(sentence).toBe(whole);
  await zoomIn(4);
  await expect.poll(sentence).toBe(words(said("points.15m"), said("measured", share(50)), hours(1), zone));
  await userEvent.keyboard("0");
  await expect.poll(sentence).toBe(whole);
});

test("where a part has no points of its own, the share is said to be that of the whole period", async () => {
  await show(drawing(dayMs, { groupBy: "day" }), {}, { groupBy: "day" });
  await zoomIn(1);
  await expect.poll(sentence).toContain(said("measuredOfWhole", share(98)));
});

test("what is looked at closely can be kept as the range, and its single readings are those around it", async () => {
  const asked = await show(drawing(hourMs, {}));
  const keep = page.getByRole("button", { name: say("chart:keepRange"), exact: true });
  await expect.element(page.getByRole("button", { name: say("charts:raw.lastDays"), exact: true })).toBeVisible();
  expect(keep.elements()).toEqual([]);
  await zoomIn(2);
  // It stands where the zoom can be taken back, and nobody has to scroll for it.
  await expect.element(keep).toBeVisible();
  const drawn = page.getByRole("img", { name: "Sun" }).element().getBoundingClientRect();
  expect(keep.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(drawn.top);
  const raw = page.getByRole("button", { name: readText("charts:raw.nearDays"), exact: true });
  await expect.element(raw).toBeVisible();
  expectUncut(raw.element());
  await raw.click();
  expect(asked[0]).toEqual(["raw", { fromMs: fromMs + 4 * dayMs, toMs: fromMs + 6 * dayMs }]);
  await keep.click();
  const [, kept, as] = asked[1] as ["range", { fromMs: number; toMs: number }, unknown];
  // Twice closer by 1.6, around the same middle.
  expect(kept.toMs - kept.fromMs).toBeCloseTo((10 * dayMs) / 1.6 ** 2, -3);
  expect((kept.fromMs + kept.toMs) / 2).toBeCloseTo(fromMs + 5 * dayMs, -3);
  expect(as).toBeUndefined();
});

/** The ways to single readings and back, and what is said in their place. */
const rawWords = () =>
  ["show", "lastDays", "nearDays", "lastHours", "averages", "tooMany", "noEnergy", "notCompared", "notSummed"].filter(
    (key) => page.getByText(say(`charts:raw.${key}`, { count: 6 }), { exact: true }).elements().length > 0,
  );

test("from single readings one comes back to the averages", async () => {
  const back = () => page.getByRole("button", { name: say("charts:raw.averages"), exact: true });
  const asked = await show(drawing(hourMs, { groupBy: "raw" }), {}, { groupBy: "raw" });
  await expect.element(back()).toBeVisible();
  expect(rawWords()).toEqual(["averages"]);
  await back().click();
  expect(asked).toEqual([["averages"]]);
});

test("single readings are not offered where they are shown already, and where there are none it says why", async () => {
  const [energy] = chart.series;
  const near = drawing(hourMs / 60, { from: fromMs + 4 * dayMs, to: fromMs + 6 * dayMs, groupBy: "raw" });
  await show(drawing(hourMs, {}), { chartDraw: near });
  await expect.poll(rawWords).toEqual(["lastDays"]);
  await zoomIn(8);
  await expect.poll(rawWords).toEqual([]);
  await show(drawing(hourMs, {}), {}, { series: [{ ...energy!, func: "energy" } as typeof energy & object] });
  await expect.poll(rawWords).toEqual(["noEnergy"]);
  await show(drawing(hourMs, {}), {}, { compare: { kind: "day" } as never });
  await expect.poll(rawWords).toEqual(["notCompared"]);
});

test("where a day has more single readings than a chart may have, those of its last hours are one click away", async () => {
  const asked = await show(drawing(hourMs, { to: fromMs + dayMs }), {}, { groupBy: "raw" });
  await expect.poll(rawWords).toEqual(["lastHours"]);
  await page.getByRole("button", { name: say("charts:raw.lastHours", { count: 6 }) }).click();
  expect(asked).toEqual([["raw", { fromMs: fromMs + 18 * hourMs, toMs: fromMs + dayMs }]]);
  await show(drawing(hourMs / 4, { to: fromMs + 2 * hourMs }), {}, { groupBy: "raw" });
  await expect.poll(rawWords).toEqual(["tooMany"]);
});

test("at a point single readings are offered of a chart that has some, and not of sums", async () => {
  const open = async () => {
    const day = page.getByRole("menuitem", { name: say("charts:point.day"), exact: true });
    await expect
      .poll(async () => {
        (page.getByRole("img", { name: "Sun" }).element() as HTMLElement).focus();
        await userEvent.keyboard("{Enter}");
        return day.elements().length;
      })
      .toBe(1);
  };
  const raw = () => page.getByRole("menuitem", { name: say("charts:point.raw"), exact: true }).elements().length;
  await show(drawing(hourMs, {}));
  await open();
  expect(raw()).toBe(1);
  const [sun] = chart.series;
  const of = { kind: "containers", ids: ["gao", "kayes"] };
  await show(
    drawing(hourMs, { containers: ["Gao", "Kayes"] }),
    {},
    { series: [{ ...sun, of } as typeof sun & object] },
  );
  await open();
  expect(raw()).toBe(0);
});

test("the times of day of a chart's range are in its bar, where each moves its own end alone", async () => {
  const [from, to] = [fromMs + 6.5 * hourMs + 12_345, fromMs + 3 * dayMs + 18 * hourMs];
  const asked = await show(drawing(hourMs, { from, to }), {}, { from, to });
  const field = (key: string) => page.getByRole("textbox", { name: say(`ui:period.${key}`), exact: true });
  await expect.element(field("fromClock")).toHaveValue("6:30\u00A0am");
  await expect.element(field("to")).toHaveValue("04/11/2026");
  await expect.element(field("toClock")).toHaveValue("6:00\u00A0pm");
  await field("toClock").fill("7:15 pm");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => asked).toEqual([["period", { period: "custom", from, to: to + 1.25 * hourMs }]]);
});

/** The rows below the values of the file that is saved next, and what was asked of the portal for it. */
async function savedFacts() {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await page.getByRole("button", { name: say("chart:menu.label"), exact: true }).click();
  await page.getByRole("menuitem", { name: say("chart:menu.csv"), exact: true }).click();
  await expect.poll(() => files).toHaveLength(1);
  const text = await files[0]!.text();
  return text.slice(text.indexOf("\r\n\r\n")).trim().split("\r\n");
}

test("the file of a part says how much of that part was measured", async () => {
  const half = drawing(dayMs, { groupBy: "day" }, { coverage: 0.5 });
  await show(drawing(dayMs, { groupBy: "day" }), { chartDraw: half }, { groupBy: "day" });
  await zoomIn(1);
  const facts = await savedFacts();
  expect(facts).toContain("Solar power: measured,50\u00a0%");
  const asked = vi.mocked(window.fetch).mock.calls.map(([, init]) => JSON.parse(init?.body as string) as ViewedAsked);
  const part = asked.findLast(({ definition }) => definition !== undefined);
  expect(Number(part?.to) - Number(part?.from)).toBeCloseTo((10 * dayMs) / 1.6, -3);
});
type ViewedAsked = Partial<Input<"chartDraw">>;

test("without a connection the file of a part says of which range its share is, and files of the portal why there are none", async () => {
  await show(drawing(dayMs, { groupBy: "day" }), {}, { groupBy: "day" });
  await zoomIn(1);
  const menu = page.getByRole("button", { name: say("chart:menu.label"), exact: true });
  await menu.click();
  await expect.element(page.getByRole("menuitem", { name: say("chart:menu.xlsx"), exact: true })).toBeVisible();
  vi.mocked(window.fetch).mockRejectedValue(new TypeError("Failed to fetch"));
  await page.getByRole("menuitem", { name: say("chart:menu.xlsx"), exact: true }).click();
  await expect.element(page.getByText(say("chart:menu.unreachable"))).toBeVisible();
  const facts = await savedFacts();
  expect(facts).toContain("Solar power: measured (01/11/2026 00:00:00 – 11/11/2026 00:00:00),98\u00a0%");
});

test("on a phone the periods are a list in one line with their dates, and the drawing is seen without scrolling", async () => {
  const asked = await show(drawing(hourMs, {}));
  await page.viewport(400, 700);
  const periods = page.getByRole("combobox", { name: say("ui:period.label"), exact: true });
  await expect.element(periods).toHaveValue("custom");
  await periods.selectOptions("7_days");
  await expect.poll(() => asked).toEqual([["period", { period: "7_days" }]]);
  const box = periods.element().getBoundingClientRect();
  const earlier = page.getByRole("button", { name: say("ui:period.earlier"), exact: true }).element();
  const step = earlier.getBoundingClientRect();
  expect(step.top).toBeLessThan(box.bottom);
});
