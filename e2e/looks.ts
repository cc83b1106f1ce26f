/** The eight looks of every screen: both languages, both colour schemes, both widths. */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { type Language, textIn } from "./texts.ts";

export interface Look {
  language: Language;
  colorScheme: "light" | "dark";
  isPhone: boolean;
  /** The text of `namespace:key`. */
  say: (key: string) => string;
  /** The address of a path. */
  at: (path: string) => string;
}

/** Declares the same tests for each look, in a browser that is set to it. */
export function inEachLook(declare: (look: Look) => void): void {
  for (const language of ["en", "fr"] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [1280, 400] as const) {
        test.describe(`in ${language}, ${colorScheme}, ${width} px`, () => {
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
