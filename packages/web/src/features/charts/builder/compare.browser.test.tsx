import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { definitionText } from "@offgrid/contract/charts/definition-text";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { formatTime, timeReady } from "../../../core/time.ts";
import { answerCalls } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { axeLooks, type Look, looks, readText, say as sayOf } from "../../../testing/render.tsx";
import { Builder } from "./builder.tsx";
import { builderSearch } from "../charts.search.ts";
import { chartAnswers, drawnFromMs, fakeDefinition, fakeDrawing } from "../saved-chart.fake.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const dayMs = 86_400_000;

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared", "container-facts");
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The builder of a chart over a day; what is laid over it was 20 less all day. @returns what is compared in each drawing asked for */
async function build(look?: Look) {
  vi.restoreAllMocks();
  const asked = answerCalls({
    ...chartAnswers,
    chartDraw: ({ definition }) => {
      const whole = ChartDefinition.parse(definition);
      const drawn = fakeDrawing(whole);
      const { compare } = whole;
      if (compare.kind === "none") return { data: drawn };
      const what =
        compare.kind === "container" ? compare.containerId.replace(/^./, (first) => first.toUpperCase()) : null;
      const lines = drawn.lines.map((one) => ({ ...one, ghost: one.values.map((value) => Number(value) - 20) }));
      const { [compare.kind]: days } = { previous: 1, week: 7, year: 365, container: 0 };
      const [from, to] = [drawn.from - days * dayMs, drawn.to - days * dayMs];
      return { data: { ...drawn, lines, compared: { from, to, what } } };
    },
  });
  const pages = [{ path: "/charts/add", page: () => <Builder saved={undefined} />, search: builderSearch }];
  await renderPages(pages, [`/charts/add?d=${definitionText(fakeDefinition())}`], look);
  return () => asked.inputs("chartDraw").map(({ definition }) => definition.compare);
}
const control = () => page.getByRole("combobox", { name: say("compare.label"), exact: true });
const legend = () => page.getByRole("group", { name: sayOf("chart:legend"), exact: true });
const ghost = (name: string) => legend().getByRole("button", { name: `Solar power (${name})`, exact: true });

test("one control lays the period, the week or the year before over a chart, or another container, and takes it away", async () => {
  const compared = await build();
  await expect.element(control()).toHaveValue("none");
  for (const [kind, name] of [
    ["previous", "a day before"],
    ["week", "a week before"],
    ["year", "a year before"],
  ] as const) {
    await control().selectOptions(say(`compare.${kind}`));
    await expect.poll(() => compared().at(-1)).toEqual({ kind });
    await expect.element(ghost(name)).toBeVisible();
  }
  await control().selectOptions(say("compare.container"));
  await expect.poll(() => compared().at(-1)).toEqual({ kind: "container", containerId: "gao" });
  await page.getByRole("combobox", { name: say("compare.which"), exact: true }).click();
  await page.getByRole("option", { name: "Kayes", exact: true }).click();
  await expect.poll(() => compared().at(-1)).toEqual({ kind: "container", containerId: "kayes" });
  await expect.element(ghost("Kayes")).toBeVisible();
  await control().selectOptions(say("compare.none"));
  await expect.element(ghost("Kayes")).not.toBeInTheDocument();
  await page.getByRole("button", { name: say("undo"), exact: true }).click();
  await expect.element(ghost("Kayes")).toBeVisible();
});

test("it is chosen by keys alone", async () => {
  const compared = await build();
  await expect.element(control()).toBeVisible();
  (control().element() as HTMLElement).focus();
  await userEvent.keyboard(say("compare.week").slice(0, 3));
  await expect.poll(() => compared().at(-1)).toEqual({ kind: "week" });
});

test("what is laid over is drawn in dashes, and the tooltip says by how much the chart differs", async () => {
  await build();
  const dashes = vi.spyOn(CanvasRenderingContext2D.prototype, "setLineDash");
  const drawn = () => dashes.mock.calls.map(([dash]) => [...dash].join(" "));
  await expect.element(legend()).toBeVisible();
  await expect.poll(() => document.querySelector("canvas")).not.toBeNull();
  expect(drawn()).not.toContain("2 3");
  await control().selectOptions(say("compare.previous"));
  await expect.poll(drawn).toContain("2 3");
  expect(ghost("a day before").element().querySelector("path")?.getAttribute("stroke-dasharray")).toBe("2 3");
  await page.getByRole("img", { name: "Sun" }).hover();
  const tooltip = page.getByRole("tooltip", { includeHidden: true });
  await expect.element(tooltip).toHaveTextContent(new RegExp(`A day before${sayOf("chart:difference")}Solar power`));
  await expect.element(tooltip).toHaveTextContent(/\+20\sW/);
});

test("which day was laid over is said below the drawing, to readers with its highest value, and of no other container", async () => {
  await build();
  const day = (atMs: number) => formatTime(atMs, "date", "UTC", "en");
  const before = page.getByText(`A day before: ${day(drawnFromMs - dayMs)}`, { exact: true });
  const highest = (atMs: number) =>
    page.getByText(new RegExp(`Solar power \\(a day before\\): highest .* on ${day(atMs)}, `));
  await expect.element(legend()).toBeVisible();
  await expect.element(before).not.toBeInTheDocument();
  await control().selectOptions(say("compare.previous"));
  await expect.element(before).toBeVisible();
  await expect.element(highest(drawnFromMs - dayMs)).toBeInTheDocument();
  await control().selectOptions(say("compare.container"));
  await expect.element(ghost("Gao")).toBeVisible();
  await expect.element(before).not.toBeInTheDocument();
});

test("a chart with what is laid over it can be read in every look", async () => {
  for (const look of looks) {
    await build(look);
    await control().selectOptions(say("compare.container"));
    await expect
      .element(page.getByRole("combobox", { name: readText("charts:compare.which"), exact: true }))
      .toBeVisible();
    await expect.element(legend().getByRole("button", { name: /\(Gao\)$/ })).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});
