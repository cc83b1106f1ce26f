import axe from "axe-core";
import { expect } from "vitest";

import { rememberColors } from "./axe-colors.ts";
import { type Catalogues, forbiddenTexts } from "./forbidden-texts.ts";
import { overflowingTexts, shownTexts } from "./page-facts.ts";

rememberColors();
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface TextTree {
  [key: string]: string | TextTree;
}
const files = import.meta.glob<TextTree>("../**/*.{en,fr}.json", { eager: true, import: "default" });
const catalogues: Catalogues = { en: catalogueOf("en"), fr: catalogueOf("fr") };

function catalogueOf(language: string): ReadonlyMap<string, string> {
  const ending = `.${language}.json`;
  return new Map(
    Object.entries(files)
      .filter(([path]) => path.endsWith(ending))
      .flatMap(([path, texts]) => flat(texts, `${path.slice(path.lastIndexOf("/") + 1, -ending.length)}:`)),
  );
}

function flat(texts: TextTree, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === "string" ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );
}

/** Found once a language: both catalogues are gone through for it. */
const forbidden: Partial<Record<keyof Catalogues, ReturnType<typeof forbiddenTexts>>> = {};

/** Expects the page's content, or a part of it, to be accessible, by the rules that apply to every screen. */
export async function expectAccessible(part: Element = document.body): Promise<void> {
  await document.fonts.ready;
  const { violations } = await axe.run(part, { runOnly: tags, resultTypes: ["violations"] });
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(" ")).join(", ")})`,
  );
  expect(found, "axe").toEqual([]);
}

/** Expects the page's content to fit, and to be in the language of the page. */
export async function expectFittingWords(): Promise<void> {
  await document.fonts.ready;
  expect(overflowingTexts(), "text that does not fit").toEqual([]);
  const shown = new Set(shownTexts());
  const language = document.documentElement.lang === "fr" ? "fr" : "en";
  const { keys, foreign } = (forbidden[language] ??= forbiddenTexts(catalogues, language));
  expect(
    keys.filter((key) => shown.has(key)),
    "names of texts",
  ).toEqual([]);
  expect(
    foreign.filter((text) => shown.has(text)),
    "texts of the other language",
  ).toEqual([]);
}
