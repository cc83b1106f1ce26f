import type { SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import { readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { answerCalls, type Answers } from "../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { renderPages } from "../../testing/pages.tsx";
import { axeLooks, type Look, looks, readText, say as sayOf } from "../../testing/render.tsx";
import { ChartAddPage } from "./chart-add.page.tsx";
import { ChartsPage } from "./charts.page.tsx";
import { builderSearch, chartsSearch } from "./charts.search.ts";
import { chartAnswers, fakeChart, fakeDefinition, fakeDrawing, solarOfGao } from "./saved-chart.fake.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);

const charts = [
  fakeChart({ id: "sun", definition: fakeDefinition({ name: "Sun of the school", tags: ["sun", "schools"] }) }),
  fakeChart({
    ...{ id: "wells", definition: fakeDefinition({ name: "Wells", period: "7_days", tags: ["water"] }), links: 2 },
    readers: { roles: ["user"], people: [] },
  }),
  fakeChart({
    ...{ id: "night", definition: fakeDefinition({ name: "Night", tags: ["schools"] }) },
    ...{ isOwn: false, owner: { name: "Fatoumata" } },
  }),
];

beforeEach(async () => {
  localStorage.clear();
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared", "notes", "container-facts");
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

async function show(answers: Answers = {}, look?: Look) {
  vi.restoreAllMocks();
  const asked = answerCalls({ ...chartAnswers, chartList: () => ({ data: charts }), ...answers });
  const pages = [
    { path: "/charts", page: ChartsPage, search: chartsSearch },
    { path: "/charts/add", page: ChartAddPage, search: builderSearch },
  ];
  return { asked, ...(await renderPages(pages, ["/charts"], look)) };
}
const list = () => page.getByRole("list", { name: say("list"), exact: true });
const names = () =>
  list()
    .getByRole("heading", { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
const card = (text: string) => page.getByRole("article").filter({ hasText: text });
/** What a card draws. */
const lines = (text: string) => card(text).element().querySelectorAll("svg[viewBox] path[stroke=currentColor]");

test("each chart is a card with what it shows now, of whom it is and who sees it, in every look", async () => {
  for (const look of looks) {
    const { asked } = await show({}, look);
    await expect.poll(names).toEqual(["Sun of the school", "Wells", "Night"]);
    for (const { definition } of charts) await expect.poll(() => lines(definition.name).length).toBe(1);
    expect(
      asked
        .inputs("chartDraw")
        .map(({ definition }) => definition.name)
        .toSorted(),
    ).toEqual(charts.map(({ definition }) => definition.name).toSorted());
    await expect.element(card("Sun of the school")).toHaveTextContent(say("private"));
    await expect.element(card("Wells")).toHaveTextContent(say("shared"));
    await expect.element(card("Wells")).toHaveTextContent(readText("charts:links", { count: 2 }));
    await expect.element(card("Wells")).toHaveTextContent(sayOf("ui:period.7_days"));
    await expect.element(card("Night")).toHaveTextContent(say("of", { name: "Fatoumata" }));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});

test("a card draws nothing where nothing was measured, and says so", async () => {
  const [chart] = charts;
  const drawn = fakeDrawing(chart!.definition);
  const unmeasured = drawn.lines.map((line) => ({ ...line, values: line.values.map(() => null), coverage: 0 }));
  await show({ chartList: () => ({ data: [chart!] }), chartDraw: () => ({ data: { ...drawn, lines: unmeasured } }) });
  await expect.element(card("Sun of the school")).toHaveTextContent(sayOf("drawing:thumb.empty"));
  expect(lines("Sun of the school")).toHaveLength(0);
});

test("a card whose container was removed says that, and not that nothing was measured", async () => {
  const [chart] = charts;
  const drawn = fakeDrawing(chart!.definition);
  const faults = chart!.definition.series.map(({ id }) => ({ series: id, code: "gone" as const, what: null }));
  await show({ chartList: () => ({ data: [chart!] }), chartDraw: () => ({ data: { ...drawn, lines: [], faults } }) });
  await expect.element(card("Sun of the school")).toHaveTextContent(sayOf("drawing:thumb.gone"));
  await expect.element(card("Sun of the school")).not.toHaveTextContent(sayOf("drawing:thumb.empty"));
});

test("a chart of any container is shown with the first one, and not asked for before that is known", async () => {
  const any = { ...solarOfGao, of: { kind: "$container" } } as const;
  let tell = () => {};
  const known = new Promise<void>((resolve) => (tell = resolve));
  const { asked } = await show({
    chartList: () => ({ data: [fakeChart({ definition: fakeDefinition({ series: [any] }) })] }),
    getSitesV2: async (input) => {
      await known;
      return chartAnswers.getSitesV2!(input);
    },
  });
  await expect.poll(names).toEqual(["Sun"]);
  await expect.poll(() => document.querySelector(".mantine-Skeleton-root")).not.toBeNull();
  tell();
  await expect.poll(() => lines("Sun").length).toBe(1);
  expect(asked.inputs("chartDraw").map(({ containerId }) => containerId)).toEqual(["gao"]);
});

test("charts are found by their names, tags and owners, in the address as well", async () => {
  const { at } = await show();
  const search = page.getByRole("searchbox", { name: say("search") });
  for (const [text, found] of [
    ["well", ["Wells"]],
    ["SCHOOLS", ["Sun of the school", "Night"]],
    ["fatou night", ["Night"]],
  ] as const) {
    await search.fill(text);
    await expect.poll(names).toEqual(found);
    expect(at().search).toEqual({ search: text });
  }
  await search.fill("nothing like it");
  await expect.element(page.getByText(say("noMatch"))).toBeVisible();
  await page.getByRole("button", { name: say("searchClear") }).click();
  await expect.poll(names).toHaveLength(3);
  expect(at().search).toEqual({});
});

const placed = (id: string, name: string, of: readonly SeriesPlace[]) => {
  const series = of.map((each, index) => ({ ...solarOfGao, id: `s${index}`, of: each }));
  return fakeChart({ id, definition: fakeDefinition({ name, series }) });
};
const ofAll = [
  placed("works", "Pump", [{ kind: "containers", ids: ["gao", "agadez", "kayes", "thies", "away"] }]),
  placed("north", "Northern wells", [{ kind: "cluster", id: "north" }]),
  placed("any", "Wherever", [{ kind: "$container" }]),
  placed("away", "Elsewhere", [{ kind: "containers", ids: ["away"] }]),
];
const places: Answers = {
  chartList: () => ({ data: ofAll }),
  getSitesV2: () =>
    ({
      total: 4,
      data: [
        ["gao", "Gao"],
        ["kayes", "Kayes"],
        ["agadez", "Agadez water works"],
        ["thies", "Thiès"],
      ].map(([containerId = "", name = ""]) => fakeContainer({ containerId, name })),
    }) as never,
};

test("a card names what its chart is of, two of many and the others at their number, in every look", async () => {
  for (const look of looks) {
    await show(places, look);
    await expect.element(card("Pump")).toHaveTextContent("Gao, Agadez water works + 3");
    const others = card("Pump").getByText("+ 3").element().getAttribute("title");
    expect(others).toContain("Kayes, Thiès");
    expect(others).toContain(say("places.hiddenContainer"));
    await expect
      .element(card("Northern wells"))
      .toHaveTextContent(readText("charts:places.cluster", { name: "North" }));
    await expect.element(card("Wherever")).toHaveTextContent(say("places.anyContainer"));
    await expect.element(card("Elsewhere")).toHaveTextContent(say("places.hiddenContainer"));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});

test("charts are found by what they are of, also by what the card only counts, without accents", async () => {
  const { at } = await show(places);
  const search = page.getByRole("searchbox", { name: say("search") });
  for (const [text, found] of [
    ["agadez", ["Pump"]],
    ["thies", ["Pump"]],
    ["CLUSTER north", ["Northern wells"]],
  ] as const) {
    await search.fill(text);
    await expect.poll(names).toEqual(found);
  }
  await search.fill("nothing like it");
  await page.getByRole("button", { name: say("clear"), exact: true }).click();
  await expect.poll(names).toHaveLength(4);
  expect(at().search).toEqual({});
});

test("a tag shows the charts that have it, and all again when it is taken back", async () => {
  const { at } = await show();
  const tags = page.getByRole("group", { name: say("tags") });
  await expect
    .poll(() =>
      tags
        .getByRole("button")
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(["schools", "sun", "water"]);
  const schools = tags.getByRole("button", { name: "schools" });
  await schools.click();
  await expect.poll(names).toEqual(["Sun of the school", "Night"]);
  await expect.element(schools).toHaveAttribute("aria-pressed", "true");
  expect(at().search).toEqual({ tag: "schools" });
  await page.getByRole("searchbox", { name: say("search") }).fill("night");
  await expect.poll(names).toEqual(["Night"]);
  await page.getByRole("button", { name: say("searchClear") }).click();
  await schools.click();
  await expect.poll(names).toHaveLength(3);
});

test("a copy is a new chart with all that the other has, of somebody else's chart too", async () => {
  const { asked, at } = await show({ chartSave: () => ({ data: { id: "copy", version: 1 } }) });
  await card("Night")
    .getByRole("button", { name: say("acts", { name: "Night" }) })
    .click();
  const items = () =>
    page
      .getByRole("menuitem")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(items).toContain(say("duplicate"));
  expect(items()).not.toContain(say("edit"));
  expect(items()).not.toContain(say("delete"));
  await page.getByRole("menuitem", { name: say("duplicate") }).click();
  const copied = say("copyOf", { name: "Night" });
  await expect.element(page.getByRole("textbox", { name: say("details.name"), exact: true })).toHaveValue(copied);
  expect(at().path).toBe("/charts/add");
  const night = charts[2]!.definition;
  expect(readDefinitionText((at().search as { d?: string }).d ?? "")).toEqual({ ...night, name: copied });
  await page.getByRole("button", { name: say("save"), exact: true }).click();
  await expect
    .poll(() => asked.inputs("chartSave"))
    .toEqual([{ definition: { ...night, name: copied }, readers: { roles: [], people: [] } }]);
});

test("what can be done with one's own chart is reached by keys", async () => {
  await show();
  const menu = card("Wells").getByRole("button", { name: say("acts", { name: "Wells" }) });
  await expect.element(menu).toBeVisible();
  (menu.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: say("edit") })).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(page.getByRole("menuitem", { name: say("delete") })).toHaveFocus();
});

test("the picture of a card names its lines in their colours, four at most, and counts the others", async () => {
  const lines = ["Sun", "Loads", "Wind", "Grid", "Diesel"].map((title, index) => ({
    ...{ id: title, series: "s1", title, unit: "W", values: [1, index], coverage: 1, ghost: null },
  }));
  const t = [0, 3_600_000];
  await show({
    chartList: () => ({ data: charts.slice(0, 1) }),
    chartDraw: ({ definition }) => ({ data: { ...fakeDrawing(definition as never), t, lines: lines as never } }),
  });
  const sun = card("Sun of the school");
  for (const { title } of lines.slice(0, 4)) await expect.element(sun.getByText(title, { exact: true })).toBeVisible();
  await expect.element(sun.getByText("+ 1", { exact: true })).toBeVisible();
  expect(sun.getByText("Diesel").elements()).toEqual([]);
  const inks = lines.slice(0, 4).map(({ title }) => {
    const swatch = sun.getByText(title, { exact: true }).element().previousElementSibling!;
    return getComputedStyle(swatch).backgroundColor;
  });
  const drawn = [...sun.element().querySelectorAll("svg[viewBox] path[stroke=currentColor]")];
  expect(inks).toEqual(drawn.slice(0, 4).map((path) => getComputedStyle(path).color));
});
