import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { SavedChart } from "../../domain/charts/charts.data.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { type Look, looks, render, say as sayOf } from "../../testing/render.tsx";
import { ChartActs } from "./chart-acts.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const at = "2026-06-10T00:00:00.000Z";
const definition = ChartDefinition.parse({
  name: "Sun",
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } }],
});
const chart: SavedChart = {
  ...{ id: "c-1", definition, version: 1, owner: { name: "Amina" }, isOwn: true, readers: null, links: 0 },
  ...{ createdAt: at, updatedAt: at },
};

beforeEach(() => loadTexts("charts", "ui", "shared"));
afterEach(() => vi.restoreAllMocks());

const show = (of: SavedChart, look?: Look) =>
  render(
    () => (
      <QueryClientProvider client={new QueryClient()}>
        <ChartActs chart={of} onShare={() => {}} />
        <Notifications />
      </QueryClientProvider>
    ),
    look,
  );
const more = () => page.getByRole("button", { name: say("acts", { name: "Sun" }) });
const item = (key: string) => page.getByRole("menuitem", { name: say(key) });

test.for(looks)("what is done with a chart is one row of $width px in $language", async (look) => {
  await show(chart, look);
  const row = [
    page.getByRole("link", { name: say("edit") }),
    page.getByRole("button", { name: say("share.act") }),
    more(),
  ].map((one) => one.element().getBoundingClientRect());
  expect(new Set(row.map(({ top }) => top)).size).toBe(1);
  expect(Math.max(...row.map(({ right }) => right))).toBeLessThanOrEqual(look.width);
  await more().click();
  await expect.element(item("delete")).toBeVisible();
  await expectAccessible();
  await expectFittingWords();
});

test("the further ones are reached by keys, and the focus returns to their menu", async () => {
  await show(chart);
  (more().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(item("duplicate")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(item("delete")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(more()).toHaveFocus();
});

test("somebody else's chart is copied, but not changed, shared or deleted", async () => {
  await show({ ...chart, isOwn: false });
  await expect.element(more()).toBeVisible();
  expect(page.getByRole("link", { name: say("edit") }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: say("share.act") }).elements()).toEqual([]);
  await more().click();
  await expect.element(item("duplicate")).toBeVisible();
  await expect.element(item("regularly")).toBeVisible();
  expect(item("delete").elements()).toEqual([]);
});

test.each([
  [0, "“Sun” was deleted."],
  [1, "“Sun” was deleted, and its link stopped working."],
  [3, "“Sun” was deleted, and its 3 links stopped working."],
])("of a deleted chart with %i links it is said how many ended, where there were any", async (links, words) => {
  answerCalls({ chartDelete: () => ({}) });
  await show({ ...chart, links });
  await more().click();
  await item("delete").click();
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});

test("on a phone what is done most is icons, which leave a line to the way back beside them", async () => {
  await show(chart, { language: "en", colorScheme: "light", width: 400 });
  const left = page
    .getByRole("link", { name: say("edit") })
    .element()
    .getBoundingClientRect().left;
  const { right, height } = more().element().getBoundingClientRect();
  expect(right - left).toBeLessThan(160);
  expect(height).toBeGreaterThanOrEqual(40);
});
