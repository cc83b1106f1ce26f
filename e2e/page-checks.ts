/** Checks that hold on every screen: accessibility, text that stays inside its place, words of the right language. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

import { rememberColors } from "../packages/web/src/testing/axe-colors.ts";
import { overflowingTexts, shownTexts } from "../packages/web/src/testing/page-facts.ts";
import { forbiddenWords, type Language, textIn } from "./texts.ts";

/** The short form of the same program: each page that is looked at has to read it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that something open over a page can break in the page under it. */
const underRules = ["aria-hidden-focus"];
/** What can be open over a page, and what it is opened by. */
const over = ["dialog", "menu", "listbox"].map((role) => `[data-portal] [role='${role}']`).join(", ");
const openers = "[aria-expanded='true']";
/** Bar and menus, which stay from screen to screen. */
const frame = ":is(header, nav):not(main *)";
/** The frames that were found good, by page: each with the rules, width and colours. */
const goodFrames = new WeakMap<Page, Set<string>>();

/** All checks of this file, once the page stands still. */
export async function expectGoodScreen(page: Page, language: Language): Promise<void> {
  await settle(page, language);
  await expectGoodContents(page, language);
}

/** The same for a page that never stands still, as it shows what waiting looks like. */
export async function expectGoodContents(page: Page, language: Language): Promise<void> {
  const all: axe.RunOnly = { type: "tag", values: tags };
  if (await page.evaluate(hasShown, over)) {
    // The page under it was looked at before it opened.
    await expectNoViolation(page, all, [over, openers]);
    await expectNoViolation(page, { type: "rule", values: underRules });
  } else await expectNoViolation(page, all);
  await expectTextFits(page);
  await expectWordsOf(page, language);
}

/** Words and their room, once the page stands still: what differs at another width. */
export async function expectGoodText(page: Page, language: Language): Promise<void> {
  await settle(page, language);
  await expectTextFits(page);
  await expectWordsOf(page, language);
}

/** Waits until what was asked for is there, what comes when the browser is idle too, and nothing moves any more. */
export async function settle(page: Page, language: Language): Promise<void> {
  const names = ["account", "search", "link"].map((key) => textIn(language, `shell:${key}`));
  await expect(async () => {
    expect(await page.evaluate(unsettled, names), `what keeps ${page.url()} from standing still`).toEqual([]);
  }).toPass({ intervals: [50], timeout: 30_000 });
}

/**
 * Runs in the page, whole: as many questions of Playwright's own take longer than all that is checked afterwards.
 * @param names Of what the bar of signed-in people has, as read out; more may follow each.
 * @returns what is missing or still waited for, once nothing moves.
 */
async function unsettled(names: readonly string[]): Promise<string[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden='true']"),
    );
  const titles = shown("h1").length;
  if (titles !== 1) return [`${titles} titles`];
  if (document.querySelector("[aria-busy='true'], .mantine-Skeleton-root")) return ["something that is busy"];
  // Only the layout of signed-in people has it.
  if (document.querySelector("header")) {
    const labels = shown("button, input").map((element) => element.getAttribute("aria-label") ?? "");
    const missing = names.filter((name) => !labels.some((label) => label === name || label.startsWith(`${name}:`)));
    if (missing.length > 0) return missing;
  }
  for (;;) {
    // What has just been opened begins to move a frame or two later.
    for (let frames = 0; frames < 3; frames++) await frame();
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) return [];
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}

/** In the page: does it show such an element? */
function hasShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((one) => one.checkVisibility({ visibilityProperty: true }));
}

/**
 * Our pages have no frames of HTML; what passes is not described, and the rules stay in a page that goes on. Each is quicker.
 * @param places Selectors of what is looked at; absent: the whole page, except a frame around it that was found good.
 */
async function expectNoViolation(page: Page, runOnly: axe.RunOnly, places?: string[]): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberColors);
  }
  const good = goodFrames.get(page) ?? new Set();
  goodFrames.set(page, good);
  const shown = JSON.stringify(runOnly) + (await page.evaluate(frameAsShown, frame));
  const found = await page.evaluate(
    async ([rules, include, exclude]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: include.map((place) => [place]), exclude: exclude.map((place) => [place]) },
        { runOnly: rules, resultTypes: ["violations"], iframes: false },
      );
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).join(", ")})`,
      );
    },
    [runOnly, places ?? ["html"], !places && good.has(shown) ? [frame] : []] as const,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
  if (!places) good.add(shown);
}

/** In the page: all that axe could find in the frame depends on; which of its entries is marked makes no difference. */
function frameAsShown(frame: string): string {
  const parts = [...document.querySelectorAll(frame)].map(({ outerHTML }) => outerHTML);
  const scheme = document.documentElement.dataset["mantineColorScheme"];
  return [innerWidth, scheme, ...parts]
    .join("\n")
    .replaceAll(/ (aria-current|data-active|data-status|class)="[^"]*"/g, "");
}

/** No page wider than its window, no text cut off or outside of the window. */
async function expectTextFits(page: Page): Promise<void> {
  const found = await page.evaluate(overflowingTexts);
  expect(found, `text that does not fit on ${page.url()}`).toEqual([]);
}

/** No name of a text in place of the text, and none of the other language. */
async function expectWordsOf(page: Page, language: Language): Promise<void> {
  const shown = new Set(await page.evaluate(shownTexts));
  const { keys, foreign } = forbiddenWords(language);
  expect(
    keys.filter((key) => shown.has(key)),
    `names of texts on ${page.url()}`,
  ).toEqual([]);
  expect(
    foreign.filter((text) => shown.has(text)),
    `texts that are not ${language} on ${page.url()}`,
  ).toEqual([]);
}
