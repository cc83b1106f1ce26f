import { readFileSync, readdirSync } from "node:fs";

import { locales } from "@offgrid/contract/core/constants";
import { expect, test } from "vitest";

import { gapPeriods, hourMs, isCertainGap } from "../../history/energy/energy.ts";
import { type HelpPage, ownPages } from "./own-pages.ts";

const web = new URL("../../../../web/src/", import.meta.url);
/** Pages with tables that begin with what a screen says. */
const pagesOfWords = ["dashboard", "blackout", "warnings", "troubleshooting"];

/** A text of a screen, cut at what is filled in. */
interface ScreenText {
  /** With anything filled in. */
  whole: RegExp;
  /** What stands before, between and after that, without signs at its beginning. */
  parts: string[];
}

/** The texts of all screens in a language; those that hardly have a word of their own say nothing. */
function screenTexts(language: string): ScreenText[] {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(`.${language}.json`),
  );
  return files
    .flatMap((name) => textsIn(JSON.parse(readFileSync(new URL(name, web), "utf8"))))
    .map((text) => plainSpaces(text).split(/\{\{.*?\}\}/))
    .filter((parts) => /\p{L}{3}/u.test(parts.join(" ")))
    .map((parts) => ({ whole: new RegExp(`^${parts.map(escaped).join(".+")}$`), parts: parts.map(withoutSigns) }));
}

/** Is it a whole text, or the beginning of one of its parts? */
function isSaid(quote: string, { whole, parts }: ScreenText): boolean {
  const sought = withoutSigns(quote);
  return (
    parts.some((part) => part.startsWith(sought) && !/^\p{L}/u.test(part.slice(sought.length))) || whole.test(quote)
  );
}

const withoutSigns = (text: string) => text.replace(/^[,.:; ]+/, "");

function textsIn(part: unknown): string[] {
  return typeof part === "string" ? [part] : Object.values(part as object).flatMap(textsIn);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll("'", "’");
}

/** What a page says that a screen says: in italics, and at the beginning of the rows of some tables. */
function quotesOf({ slug, markdown }: HelpPage): string[] {
  const rows = pagesOfWords.includes(slug) ? bodyRows(markdown) : [];
  return [...rows, ...[...markdown.matchAll(/(?<!\w)_([^_\n]+)_/g)].map(([, quote = ""]) => quote)].map(plainSpaces);
}

function bodyRows(markdown: string): string[] {
  return markdown
    .split("\n")
    .filter((line, at, lines) => line.startsWith("| ") && !lines[at + 1]?.startsWith("| -") && !line.startsWith("| -"))
    .map((line) => line.split("|")[1]?.trim() ?? "");
}

test.each(locales.map(({ code }) => code))("what the manual says that a screen says is said there (%s)", (language) => {
  const texts = screenTexts(language);
  const unknown = ownPages(language).flatMap((page) =>
    quotesOf(page)
      .filter((quote) => !texts.some((text) => isSaid(quote, text)))
      .map((quote) => `${page.slug}: ${quote}`),
  );
  expect(unknown).toEqual([]);
});

test.each(locales.map(({ code }) => code))(
  "what to do where loads are cut is where the header leads to (%s)",
  (language) => {
    const file = new URL(`features/container/container.${language}.json`, web);
    const { helpSection } = JSON.parse(readFileSync(file, "utf8")) as { helpSection: Record<string, string> };
    const { markdown } = ownPages(language).find(({ slug }) => slug === "blackout") as HelpPage;
    const headings = [...markdown.matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
      title
        .normalize("NFD")
        .replaceAll(/\p{M}/gu, "")
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, "-"),
    );
    expect(headings).toEqual(expect.arrayContaining(Object.values(helpSection)));
  },
);

test.each(locales.map(({ code }) => code))(
  "each that can cut a part of the loads has its line in what to do then (%s)",
  (language) => {
    const file = new URL(`domain/energy-state/energy-state.${language}.json`, web);
    const { by } = JSON.parse(readFileSync(file, "utf8")) as { by: Record<string, string> };
    const { markdown } = ownPages(language).find(({ slug }) => slug === "blackout") as HelpPage;
    const begun = [...markdown.matchAll(/^\d\. \*\*(.+?)\s?:\*\*/gm)].map(([, words = ""]) => words.toLowerCase());
    expect(begun).toEqual(expect.arrayContaining([by["equipment"], by["protection"], by["phase_limit"]]));
  },
);

test.each([
  { language: "en", gap: "Gap", words: ["three of the usual intervals", "two days"] },
  { language: "fr", gap: "Lacune", words: ["trois fois l’intervalle habituel", "deux jours"] },
] as const)(
  "what the manual calls a gap is one where energies are worked out ($language)",
  ({ language, gap, words }) => {
    const { markdown } = ownPages(language).find(({ slug }) => slug === "energy-terms") as HelpPage;
    const definition = markdown.split("\n").find((line) => line.startsWith(`- **${gap}`));
    for (const word of words) expect(definition).toContain(word);
    expect(gapPeriods).toBe(3);
    expect([48 * hourMs, 48 * hourMs + 1].map(isCertainGap)).toEqual([false, true]);
  },
);

test("no line of the French manual breaks before a sign that has a space in front of it", () => {
  for (const { markdown } of ownPages("fr")) expect(markdown.match(/.{12} [:;?!%»]|« .{12}/)?.[0]).toBeUndefined();
});
