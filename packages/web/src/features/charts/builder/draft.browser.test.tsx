import { definitionText, readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls, type Answers } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { axeLooks, type Look, looks, readText, say as sayOf } from "../../../testing/render.tsx";
import { ChartAddPage } from "../chart-add.page.tsx";
import { ChartPage } from "../chart.page.tsx";
import { ChartsPage } from "../charts.page.tsx";
import { builderSearch, chartSearch, chartsSearch } from "../charts.search.ts";
import { chartAnswers, fakeChart, fakeDefinition, fakeDrawing } from "../saved-chart.fake.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);

beforeEach(async () => {
  localStorage.clear();
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared", "notes", "container-facts");
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** The pages of charts, at the last of these addresses. */
async function show(addresses: readonly string[], answers: Answers = {}, look?: Look) {
  const asked = answerCalls({ ...chartAnswers, ...answers });
  const pages = [
    { path: "/charts", page: ChartsPage, search: chartsSearch },
    { path: "/charts/add", page: ChartAddPage, search: builderSearch },
    { path: "/charts/$slug", page: ChartPage, search: chartSearch },
  ];
  const shown = await renderPages(pages, addresses, look);
  const inAddress = () => readDefinitionText((shown.at().search as { d?: string }).d ?? "");
  return { ...shown, asked, inAddress };
}
const begun = `/charts/add?d=${definitionText(fakeDefinition())}`;
const name = () => page.getByRole("textbox", { name: say("details.name"), exact: true });
const period = () => page.getByRole("combobox", { name: sayOf("ui:period.label"), exact: true });
const button = (key: string) => page.getByRole("button", { name: say(key), exact: true });
const line = () => page.getByRole("group", { name: sayOf("chart:legend") }).getByText("Solar power", { exact: true });

test("what is built stands in the address, where a reload finds it, and Back leaves for the list however much was edited", async () => {
  const { address, inAddress, history } = await show(["/charts", begun]);
  await name().fill("Sun and wells");
  await expect.poll(() => inAddress()?.name).toBe("Sun and wells");
  await period().selectOptions("week");
  await expect.poll(() => inAddress()?.period).toBe("week");
  expect(inAddress()).toEqual({ ...fakeDefinition(), name: "Sun and wells", period: "week" });
  expect(history.length).toBe(2);
  vi.restoreAllMocks();

  const reloaded = await show(["/charts", address()]);
  await expect.element(name()).toHaveValue("Sun and wells");
  await expect.element(period()).toHaveValue("week");
  await name().fill("Sun and pumps");
  await expect.poll(() => reloaded.inAddress()?.name).toBe("Sun and pumps");
  reloaded.history.back();
  await expect.element(page.getByRole("heading", { level: 1, name: sayOf("shared:screen.charts") })).toBeVisible();
  expect(reloaded.at()).toEqual({ path: "/charts", search: {} });
});

test("a chart that is kept is built in the address too, and asks before what was changed is left", async () => {
  const chart = fakeChart();
  const { inAddress, at, history } = await show(["/charts", "/charts/c-1?edit=yes"], {
    chartGet: () => ({ data: chart }),
  });
  await name().fill("Sun and wells");
  await expect.poll(() => inAddress()?.name).toBe("Sun and wells");
  expect(at()).toMatchObject({ path: "/charts/c-1", search: { edit: "yes" } });
  expect(history.length).toBe(2);
  await page.getByRole("link", { name: say("toList") }).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
});

test("each edit is undone and done again by its buttons and by keys, and there is nothing to undo at first", async () => {
  const { inAddress } = await show(["/charts", begun]);
  await expect.element(button("undo")).toBeDisabled();
  await expect.element(button("redo")).toBeDisabled();
  await name().fill("Sun and wells");
  await period().selectOptions("week");
  await button("undo").click();
  await expect.element(period()).toHaveValue("today");
  await expect.element(name()).toHaveValue("Sun and wells");
  await button("undo").click();
  await expect.element(name()).toHaveValue("Sun");
  await expect.element(button("undo")).toBeDisabled();
  await button("redo").click();
  await expect.element(name()).toHaveValue("Sun and wells");
  await userEvent.keyboard("{Control>}y{/Control}");
  await expect.element(period()).toHaveValue("week");
  await expect.element(button("redo")).toBeDisabled();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(period()).toHaveValue("today");
  await expect.poll(() => inAddress()?.period).toBe("today");
});

test("a new chart that was left is offered again where charts begin, to whoever began it, until it is kept or thrown away", async () => {
  const first = await show(["/charts", begun]);
  await name().fill("Sun and wells");
  await expect.poll(() => first.inAddress()?.name).toBe("Sun and wells");
  const words = () => page.getByText(readText("charts:draft.kept", { name: "Sun and wells" }));
  for (const look of looks) {
    vi.restoreAllMocks();
    await show(["/charts", "/charts/add"], {}, look);
    await expect.element(words()).toBeVisible();
    await expect.element(page.getByRole("list")).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
  vi.restoreAllMocks();
  const other = { info: { id: "brahim", permissions: ["view", "charts"] } } as never;
  await show(["/charts", "/charts/add"], { getCurrentUserInfo: () => other });
  await expect.element(page.getByRole("list")).toBeVisible();
  await expect.element(words()).not.toBeInTheDocument();

  vi.restoreAllMocks();
  const { asked, inAddress } = await show(["/charts", "/charts/add"], {
    chartSave: () => ({ data: { id: "c-1", version: 1 } }),
    chartGet: () => ({ data: fakeChart() }),
  });
  await page.getByRole("link", { name: say("draft.continue") }).click();
  await expect.element(name()).toHaveValue("Sun and wells");
  expect(inAddress()).toEqual({ ...fakeDefinition(), name: "Sun and wells" });
  await button("save").click();
  await expect
    .poll(() => asked.inputs("chartSave").map(({ definition }) => definition.name))
    .toEqual(["Sun and wells"]);
  await expect.element(page.getByRole("heading", { level: 1, name: "Sun" })).toBeVisible();
  vi.restoreAllMocks();
  await show(["/charts", "/charts/add"]);
  await expect.element(page.getByRole("list")).toBeVisible();
  await expect.element(words()).not.toBeInTheDocument();
});

test("what was begun and is thrown away is offered no more", async () => {
  await show(["/charts", begun]);
  await name().fill("Sun and wells");
  await expect.poll(() => localStorage.length).toBe(1);
  vi.restoreAllMocks();
  await show(["/charts", "/charts/add"]);
  await button("draft.discard").click();
  await expect.element(button("draft.discard")).not.toBeInTheDocument();
  expect(localStorage.length).toBe(0);
});

test("the next edit ends the question of the one before, and the chart stays under a progress line until it is answered", async () => {
  const waiting = new Promise<never>(() => {});
  const { asked } = await show(["/charts", begun], {
    chartDraw: ({ definition }) =>
      definition.period === "week" ? waiting : { data: fakeDrawing(fakeDefinition(definition)) },
  });
  await expect.element(line()).toBeVisible();
  const preview = page.getByRole("region", { name: say("preview") });
  const ofWeek = () =>
    asked.all.find(({ input }) => (input as { definition?: { period?: string } }).definition?.period === "week");
  const isBusy = () => preview.element().querySelector('[aria-busy="true"]') !== null;
  expect(isBusy()).toBe(false);
  await period().selectOptions("week");
  await expect.poll(ofWeek).toBeDefined();
  expect(ofWeek()?.signal?.aborted).toBe(false);
  await expect.poll(isBusy).toBe(true);
  await expect.element(line()).toBeVisible();
  await period().selectOptions("month");
  await expect.poll(() => ofWeek()?.signal?.aborted).toBe(true);
  await expect.poll(isBusy).toBe(false);
  await expect.element(line()).toBeVisible();
});
