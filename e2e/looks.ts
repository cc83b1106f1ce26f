/**
 * The looks in which every screen is seen. Two visits, which differ in language, width and colour scheme; each of them turns
 * to the other width as well, so that words and their room are seen in every language at every width.
 */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { expectGoodScreen, expectGoodText } from "./page-checks.ts";
import { type Language, textIn } from "./texts.ts";

type ColorScheme = "light" | "dark";

export interface Look {
  language: Language;
  colorScheme: ColorScheme;
  isPhone: boolean;
  /** The text of `namespace:key`. */
  say: (key: string) => string;
  /** The address of a path. */
  at: (path: string) => string;
}

const wide = { width: 1280, height: 800 };
const narrow = { width: 400, height: 800 };

/** Declares the same tests for both visits, in a browser that is set to them. */
export function inEachLook(declare: (look: Look) => void): void {
  for (const language of ["en", "fr"] as const) {
    const isPhone = language === "fr";
    const colorScheme = isPhone ? "dark" : "light";
    const viewport = isPhone ? narrow : wide;
    test.describe(`in ${language}, ${viewport.width} px, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: "reduce" } });
      declare({
        language,
        colorScheme,
        isPhone,
        say: (key) => textIn(language, key),
        at: (path) => (language === "en" ? path : path === "/" ? "/fr" : `/fr${path}`),
      });
    });
  }
}

/**
 * The page as it stands is good: in its look by all rules, and at the other width its words and their room. The colours that
 * it has there are those of the other visit.
 */
export async function expectGoodLooks(page: Page, look: Look): Promise<void> {
  await expectGoodScreen(page, look.language);
  const opened = await openedOver(page);
  await atOtherWidth(page, look, async ({ language }) => {
    await expect.poll(() => openedOver(page), "what is open over the page at the other width").toEqual(opened);
    await expectGoodText(page, language);
  });
}

/** What holds at the width of the other visit, in this language. The page is as before afterwards. */
export async function atOtherWidth(page: Page, look: Look, check: (other: Look) => Promise<void>): Promise<void> {
  await page.setViewportSize(look.isPhone ? wide : narrow);
  await check({ ...look, isPhone: !look.isPhone });
  await page.setViewportSize(look.isPhone ? narrow : wide);
}

/** Roles of what is open over the page, so that what a width closes is not taken for seen. */
function openedOver(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("[role='dialog'], [role='menu'], [role='listbox']")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getAttribute("role") ?? "")
      .toSorted(),
  );
}

/** Opens a path and waits for its title, in the look that the browser is set to. */
export async function open(
  page: Page,
  { language, colorScheme }: Pick<Look, "language" | "colorScheme">,
  path: string,
  title: string,
): Promise<void> {
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  await expect(heading(page, title)).toBeVisible();
}

/** As a link would, without loading the program again. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, "", address), path);
}

/**
 * Watches whether a screen that was shown disappears as a whole while something of it is on its way: what was typed and
 * the focus would go with it. To be called before the page is opened.
 * @returns Expects that none did.
 */
export async function watchScreen(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const hidden: string[] = [];
    Object.assign(globalThis, { hidden });
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && target.style.display === "none")
          if (target.querySelector("main, main h1")) hidden.push(location.pathname + location.search);
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ["style"] });
  });
  return async () => expect(await page.evaluate(() => (globalThis as { hidden?: string[] }).hidden)).toEqual([]);
}

export function heading(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name, exact: true });
}
