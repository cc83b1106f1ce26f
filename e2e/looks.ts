/** The eight looks of every screen: both languages, both widths, and on each visit both colour schemes. */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { expectGoodColors, expectGoodScreen } from "./page-checks.ts";
import { type Language, textIn } from "./texts.ts";

type ColorScheme = "light" | "dark";

export interface Look {
  language: Language;
  /** That the pages are opened in; the other one is put on and off again wherever `expectGoodLooks` looks. */
  colorScheme: ColorScheme;
  isPhone: boolean;
  /** The text of `namespace:key`. */
  say: (key: string) => string;
  /** The address of a path. */
  at: (path: string) => string;
}

/** Declares the same tests for each language and width, in a browser that is set to them. */
export function inEachLook(declare: (look: Look) => void): void {
  for (const language of ["en", "fr"] as const) {
    for (const width of [1280, 400] as const) {
      const colorScheme = (language === "en") === (width === 1280) ? "light" : "dark";
      test.describe(`in ${language}, ${width} px`, () => {
        test.use({ colorScheme, viewport: { width, height: 800 }, contextOptions: { reducedMotion: "reduce" } });
        declare({
          language,
          colorScheme,
          isPhone: width === 400,
          say: (key) => textIn(language, key),
          at: (path) => (language === "en" ? path : path === "/" ? "/fr" : `/fr${path}`),
        });
      });
    }
  }
}

/** The page as it stands is good, and so are its colours when the system turns dark, or light again. */
export async function expectGoodLooks(page: Page, { language, colorScheme }: Look): Promise<void> {
  await expectGoodScreen(page, language);
  await turn(page, colorScheme === "light" ? "dark" : "light");
  // Words, their room and all that readers are told are the same in other colours.
  await expectGoodColors(page, language);
  await turn(page, colorScheme);
}

async function turn(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
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

export function heading(page: Page, name: string) {
  return page.getByRole("heading", { level: 1, name, exact: true });
}
