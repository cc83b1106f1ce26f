import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { answerCalls } from "../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { renderPages } from "../../testing/pages.tsx";
import { axeLooks, type Look, looks, say as sayOf } from "../../testing/render.tsx";
import { WidgetPage } from "./widget.page.tsx";
import { WidgetsPage } from "./widgets.page.tsx";
import { boardSearch, widgetSearch } from "./widgets.search.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`widgets:${key}`, values);

beforeEach(async () => {
  await timeReady();
  await loadTexts("widgets", "ui", "shared", "container-facts");
});
afterEach(() => vi.restoreAllMocks());

const noteOf = (id: string) => ({
  ...{ id, v: 1, type: "text", title: "", size: { w: 4, h: 2 }, pinned: false, text: `Words of ${id}` },
});

/** The page of a widget, in a browser that answers so when a wall is to fill the screen. */
async function show(fill: (() => Promise<void>) | undefined, look?: Look, from = "/widgets/one") {
  vi.restoreAllMocks();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  answerCalls({
    getUserSetting: () => ({ userSetting: { widgets: [noteOf("one"), noteOf("two")] } }) as never,
    sessionList: () => ({ data: [{ current: true, expiresAt }] }) as never,
  });
  Object.defineProperty(document.documentElement, "requestFullscreen", { configurable: true, value: fill });
  onTestFinished(() => void Reflect.deleteProperty(document.documentElement, "requestFullscreen"));
  const pages = [
    { path: "/widgets/$slug", page: WidgetPage, search: widgetSearch },
    { path: "/widgets", page: WidgetsPage, search: boardSearch },
  ];
  return renderPages(pages, [from], look);
}
const ask = () => page.getByRole("button", { name: say("wall.act"), exact: true });
const start = () => page.getByRole("button", { name: say("wall.start"), exact: true });
const wall = () => page.getByRole("dialog", { name: say("wall.title") });

test("a wall fills the screen, and gives it back when it ends", async () => {
  const fill = vi.fn<() => Promise<void>>(async () => undefined);
  const { at } = await show(fill);
  await ask().click();
  await start().click();
  await expect.element(wall().getByText("Words of one")).toBeVisible();
  expect(fill).toHaveBeenCalledOnce();
  expect(at()).toEqual({ path: "/widgets/one", search: { wall: 20, back: "one" } });
  const leave = vi.fn<() => Promise<void>>(async () => undefined);
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => document.documentElement });
  Object.defineProperty(document, "exitFullscreen", { configurable: true, value: leave });
  onTestFinished(() => {
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(document, "exitFullscreen");
  });
  await wall()
    .getByRole("button", { name: say("wall.end") })
    .click();
  await expect.element(wall()).not.toBeInTheDocument();
  expect(leave).toHaveBeenCalledOnce();
  expect(at().search).toEqual({});
});

test.each(["/widgets", "/widgets/one"])(
  "the end of a wall that was begun on %s leads there, whichever widget it has come to",
  async (from) => {
    const { at } = await show(undefined, undefined, from);
    await ask().click();
    await start().click();
    await expect.element(wall().getByText("Words of one")).toBeVisible();
    await wall()
      .getByRole("button", { name: say("wall.next") })
      .click();
    await expect.element(wall().getByText("Words of two")).toBeVisible();
    expect(at().path).toBe("/widgets/two");
    await wall()
      .getByRole("button", { name: say("wall.end") })
      .click();
    await expect.element(wall()).not.toBeInTheDocument();
    expect(at()).toEqual({ path: from, search: {} });
  },
);

test("where the browser fills no screen, or declines it, the wall fills the window", async () => {
  for (const fill of [undefined, () => Promise.reject(new TypeError("Not allowed"))]) {
    await show(fill);
    await ask().click();
    await start().click();
    await expect.element(wall().getByText("Words of one")).toBeVisible();
    const { width, height } = wall().element().getBoundingClientRect();
    expect([width, height]).toEqual([innerWidth, innerHeight]);
    // Nothing went wrong that anybody would have to be told.
    expect(page.getByRole("alert").elements()).toEqual([]);
  }
});

test("what a wall asks for can be read in every look", async () => {
  for (const look of looks) {
    await show(undefined, look);
    await ask().click();
    await expect.element(start()).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});
