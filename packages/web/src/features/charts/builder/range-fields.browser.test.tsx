import { definitionText } from "@offgrid/contract/charts/definition-text";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { axeLooks, type Look, looks, readText, say as sayOf } from "../../../testing/render.tsx";
import { Builder } from "./builder.tsx";
import { builderSearch } from "../charts.search.ts";
import { chartAnswers, fakeChart, fakeDefinition, fakeDrawing } from "../saved-chart.fake.ts";

const say = (key: string) => sayOf(`charts:${key}`);
const hourMs = 3_600_000;
/** No browser of a test stands in Niamey, where the day begins at 23:00 UTC. */
const zone = "Africa/Niamey";
const midnight = Date.parse("2026-11-28T23:00:00Z");
const range = { period: "custom", from: midnight, to: midnight + 24 * hourMs } as const;

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared", "container-facts");
});
afterEach(() => vi.restoreAllMocks());

/** The builder of a kept chart of 29 November. @returns what is drawn last, and what was kept */
async function build(look?: Look) {
  vi.restoreAllMocks();
  const definition = fakeDefinition(range);
  const asked = answerCalls({
    ...chartAnswers,
    chartDraw: () => ({ data: fakeDrawing(definition, { zone }) }),
    chartSave: () => ({ data: { id: "c-1", version: 2 } }),
  });
  const pages = [
    { path: "/charts/add", page: () => <Builder saved={fakeChart({ definition })} />, search: builderSearch },
    { path: "/charts/$slug", page: () => <h1>Kept</h1> },
  ];
  await renderPages(pages, [`/charts/add?d=${definitionText(definition)}`], look);
  const ends = (name: "chartDraw" | "chartSave") =>
    asked
      .inputs(name)
      .map((input) => [input.definition.from, input.definition.to].map((at) => (Number(at) - midnight) / hourMs));
  return { drawn: () => ends("chartDraw").at(-1), kept: () => ends("chartSave") };
}
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const fromTime = () => field(sayOf("ui:period.fromClock"));
const toTime = () => field(sayOf("ui:period.toClock"));
const save = () => page.getByRole("button", { name: say("save"), exact: true });

test("a time beside a day makes it a part of a day, by the clock of the place; without one it is the whole day", async () => {
  const { drawn, kept } = await build();
  await expect.element(fromTime()).toHaveValue("");
  await expect.element(toTime()).toHaveValue("");
  await fromTime().fill("6h30");
  // Nothing is drawn of a time that is being typed.
  expect(drawn()).toEqual([0, 24]);
  await userEvent.keyboard("{Tab}");
  await expect.poll(drawn).toEqual([6.5, 24]);
  await expect.element(fromTime()).toHaveValue("6:30\u00A0am");
  await toTime().fill("6 pm");
  await userEvent.keyboard("{Enter}");
  await expect.poll(drawn).toEqual([6.5, 18]);
  await field(sayOf("ui:period.to")).fill("30/11/2026");
  await userEvent.keyboard("{Enter}");
  await expect.poll(drawn).toEqual([6.5, 42]);
  await toTime().fill("");
  await userEvent.keyboard("{Tab}");
  await expect.poll(drawn).toEqual([6.5, 48]);
  await page.getByRole("button", { name: say("undo"), exact: true }).click();
  await expect.element(toTime()).toHaveValue("6:00\u00A0pm");
  await save().click();
  await expect.poll(kept).toEqual([[6.5, 42]]);
});

test("what is no time stays in its field with the reason, and nothing is kept while it stands there", async () => {
  const { drawn, kept } = await build();
  await toTime().fill("25:00");
  await save().click();
  await expect.element(toTime()).toHaveFocus();
  await expect.element(toTime()).toHaveValue("25:00");
  await expect.element(page.getByText(sayOf("ui:time.wrong"))).toBeVisible();
  expect(drawn()).toEqual([0, 24]);
  expect(kept()).toEqual([]);
  await toTime().fill("11 pm");
  await save().click();
  await expect.poll(kept).toEqual([[0, 23]]);
});

test("an end that is not after the beginning stays with the reason, until one of both is another", async () => {
  const { drawn, kept } = await build();
  await fromTime().fill("8 am");
  await toTime().fill("7 am");
  await save().click();
  await expect.element(page.getByText(sayOf("ui:period.order"))).toBeVisible();
  await expect.element(toTime()).toHaveFocus();
  await expect.element(toTime()).toHaveValue("7:00\u00A0am");
  expect(drawn()).toEqual([8, 24]);
  expect(kept()).toEqual([]);
  await fromTime().fill("6 am");
  await save().click();
  await expect.element(page.getByText(sayOf("ui:period.order"))).not.toBeInTheDocument();
  await expect.poll(kept).toEqual([[6, 7]]);
});

test("a first day after the last one takes it along", async () => {
  const { drawn } = await build();
  await field(sayOf("ui:period.from")).fill("01/12/2026");
  await userEvent.keyboard("{Enter}");
  await expect.poll(drawn).toEqual([48, 72]);
});

test("days and times can be read in every look", async () => {
  for (const look of looks) {
    await build(look);
    await toTime().fill("25:00");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText(readText("ui:time.wrong"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});
