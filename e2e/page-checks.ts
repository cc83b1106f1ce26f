/** Checks that hold on every screen: accessibility, text that stays inside its place, words of the right language. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

import { forbiddenWords, type Language, textIn } from "./texts.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that the colours decide. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** All checks of this file, once the page stands still. */
export async function expectGoodScreen(page: Page, language: Language): Promise<void> {
  await settle(page, language);
  await expectGoodContents(page, language);
}

/** The same for a page that never stands still, as it shows what waiting looks like. */
export async function expectGoodContents(page: Page, language: Language): Promise<void> {
  await expectNoViolation(page, axe(page).withTags(tags));
  await expectTextFits(page);
  await expectWordsOf(page, language);
}

/** What may differ in other colours, once the page stands still. */
export async function expectGoodColors(page: Page, language: Language): Promise<void> {
  await settle(page, language);
  await expectNoViolation(page, axe(page).withRules(colorRules));
}

/** Waits until what was asked for is there, what comes when the browser is idle too, and nothing moves any more. */
export async function settle(page: Page, language: Language): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy='true'], .mantine-Skeleton-root")).toHaveCount(0);
  // Only the layout of signed-in people has it.
  if ((await page.locator("header").count()) > 0) {
    await expect(page.getByRole("button", { name: textIn(language, "shell:account"), exact: true })).toBeVisible();
    await expect(page.getByPlaceholder(textIn(language, "shell:search"))).toBeVisible();
    await expect(page.getByRole("button", { name: textIn(language, "shell:link") })).toBeVisible();
  }
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** Our pages have no frames, so the mode that leaves them out is enough; what passes is not described. Both are quicker. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
}

async function expectNoViolation(page: Page, rules: AxeBuilder): Promise<void> {
  const { violations } = await rules.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join(", ")})`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
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

/** Runs in the page. Texts that are shown or read out, whole. */
function shownTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest("script, style, noscript")) found.push(node.textContent?.trim() ?? "");
  }
  for (const name of ["aria-label", "placeholder", "title", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
  }
  return [...found, document.title];
}

/** Runs in the page. Text that is cut with an ellipsis is fine where its whole stands in a title or label. */
function overflowingTexts(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width + 1) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${width} px`);
  }
  const isHidden = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const { width: wide, height: high } = element.getBoundingClientRect();
    return (
      style.visibility === "hidden" || style.clipPath !== "none" || style.clip !== "auto" || wide <= 1 || high <= 1
    );
  };
  const ancestors = (element: Element): Element[] => {
    const chain: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) chain.push(at);
    return chain;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const owner = node.parentElement;
    if (text === "" || !owner || owner.closest("script, style, noscript, svg, [aria-hidden='true']")) continue;
    const chain = ancestors(owner);
    if (chain.some(isHidden)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const clip = chain.find((element) => getComputedStyle(element).overflowX !== "visible");
    const scrolls = clip && /auto|scroll/.test(getComputedStyle(clip).overflowX);
    if (scrolls) continue;
    const named = chain
      .slice(0, 3)
      .some((element) => element.hasAttribute("title") || element.hasAttribute("aria-label"));
    const clipBox = clip?.getBoundingClientRect();
    if (clip && clipBox && clip !== document.body && clip !== document.documentElement) {
      const cut = box.right > clipBox.right + 1 || box.left < clipBox.left - 1;
      if (cut && !named) found.push(`"${text}" is cut off`);
    } else if (box.right > width + 1 || box.left < -1) {
      found.push(`"${text}" reaches out of the window`);
    }
    const control = owner.closest("button, a, [role='tab'], [role='menuitem']");
    if (control && getComputedStyle(control).display !== "inline") {
      const edge = control.getBoundingClientRect();
      if ((box.right > edge.right + 1 || box.left < edge.left - 1) && !named)
        found.push(`"${text}" reaches out of its button`);
    }
  }
  return found;
}
