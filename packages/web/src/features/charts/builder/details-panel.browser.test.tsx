import { roleTable } from "@offgrid/contract/core/access";
import { definitionText } from "@offgrid/contract/charts/definition-text";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls, type Answers } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { axeLooks, type Look, looks, say as sayOf } from "../../../testing/render.tsx";
import type { SavedChart } from "../../../domain/charts/charts.data.ts";
import { Builder } from "./builder.tsx";
import { builderSearch } from "../charts.search.ts";
import { chartAnswers, fakeChart, fakeDefinition, solarOfGao } from "../saved-chart.fake.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "chart", "drawing", "ui", "shared", "container-facts");
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const person = (id: string, firstName: string) => ({ id, firstName, lastName: "Diallo", email: `${id}@example.org` });
const people = [person("brahim", "Brahim"), person("fatou", "Fatou")];

/** The builder of a kept chart, or of a new one. */
async function build({
  saved,
  definition = fakeDefinition(),
  answers = {},
  look,
}: { saved?: SavedChart; definition?: ReturnType<typeof fakeDefinition>; answers?: Answers; look?: Look } = {}) {
  vi.restoreAllMocks();
  const asked = answerCalls({
    ...chartAnswers,
    userList: ({ search = "" }) =>
      ({ total: 2, data: people.filter(({ firstName }) => firstName.toLowerCase().includes(search)) }) as never,
    chartSave: () => ({ data: { id: "c-1", version: 2 } }),
    ...answers,
  });
  const pages = [
    { path: "/charts/add", page: () => <Builder saved={saved} />, search: builderSearch },
    { path: "/charts/$slug", page: () => <h1>Kept</h1> },
  ];
  await renderPages(pages, [`/charts/add?d=${definitionText(definition)}`], look);
  await expect.element(save()).toBeVisible();
  return asked;
}
const save = () => page.getByRole("button", { name: say("save"), exact: true });
const figures = () => page.getByRole("group", { name: say("details.figures"), exact: true });
const figure = (name: string) =>
  figures().getByRole("button", { name: sayOf(`drawing:aggregate.${name}`), exact: true });
const table = () => page.getByRole("table", { name: sayOf("drawing:figures") });
const roles = () => page.getByRole("combobox", { name: say("readers.roles"), exact: true });
const peopleField = () => page.getByRole("combobox", { name: say("readers.people"), exact: true });

test("the figures that are chosen stand below the chart, and a sum can be chosen only where one means something", async () => {
  await build();
  expect(table().elements()).toEqual([]);
  await figure("max").click();
  await expect.element(table()).toHaveTextContent(/330\sW/);
  await figure("min").click();
  await expect.element(table()).toHaveTextContent(/100\sW/);
  await expect.element(figure("min")).toHaveAttribute("aria-pressed", "true");
  await expect.element(figure("sum")).toBeDisabled();
  await expect.element(page.getByText(/have a sum/)).toBeVisible();
  await figure("max").click();
  await expect.element(table()).not.toHaveTextContent(/330\sW/);
  await figure("min").click();
  await expect.element(table()).not.toBeInTheDocument();
  await build({ definition: fakeDefinition({ series: [{ ...solarOfGao, func: "hourly_average_sum" }] }) });
  await expect.element(figure("sum")).toBeEnabled();
});

test("a chart is kept with the roles and people who see it", async () => {
  const asked = await build();
  (roles().element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await page.getByRole("option", { name: roleTable.customer_staff.label, exact: true }).click();
  await userEvent.keyboard("{Escape}");
  await peopleField().fill("fat");
  await expect.poll(() => asked.inputs("userList").at(-1)).toMatchObject({ search: "fat" });
  await page.getByRole("option", { name: "Fatou Diallo", exact: true }).click();
  await save().click();
  await expect
    .poll(() => asked.inputs("chartSave").map(({ readers }) => readers))
    .toEqual([{ roles: ["customer_staff"], people: ["fatou"] }]);
});

/** Beside their name in the field there is one in the list that it opens. */
const reader = () => page.getByTestId("part").getByText("Ibrahim Touré");

test("who sees a kept chart is shown by name, and is taken away by keys", async () => {
  const readers = { roles: ["user"], people: [{ userId: "gone", name: "Ibrahim Touré" }] };
  const asked = await build({ saved: fakeChart({ readers }) });
  await expect.element(reader()).toBeVisible();
  (peopleField().element() as HTMLElement).focus();
  await userEvent.keyboard("{Backspace}");
  await expect.element(reader()).not.toBeInTheDocument();
  await save().click();
  await expect
    .poll(() => asked.inputs("chartSave").map((sent) => sent.readers))
    .toEqual([{ roles: ["user"], people: [] }]);
});

test("who may not list people shares with roles alone, and nobody shares what is somebody else's", async () => {
  const info = { id: "amina", permissions: ["view", "charts"] };
  const asked = await build({ answers: { getCurrentUserInfo: () => ({ info }) as never } });
  await expect.element(roles()).toBeVisible();
  expect(peopleField().elements()).toEqual([]);
  expect(asked.inputs("userList")).toEqual([]);
  await build({ saved: fakeChart({ isOwn: false }) });
  expect(page.getByRole("region", { name: say("readers.title") }).elements()).toEqual([]);
});

test("the builder with figures and readers can be read in every look", async () => {
  for (const look of looks) {
    const saved = fakeChart({
      readers: { roles: ["user", "customer_staff"], people: [{ userId: "fatou", name: "Fatou" }] },
    });
    await build({ look, saved, definition: fakeDefinition({ aggregates: ["min", "average", "max"] }) });
    await expect.element(table()).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});
