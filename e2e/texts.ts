/** The texts of the screens, from the catalogues, so that a journey works in both languages. */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

import { type Catalogues, forbiddenTexts } from "../packages/web/src/testing/forbidden-texts.ts";
import { flatten } from "../scripts/i18n-rules.ts";

export type Language = "en" | "fr";

const folder = join(import.meta.dirname, "..", "packages", "web", "src");
const catalogues: Catalogues = { en: read("en"), fr: read("fr") };

/** Every text of a language under `namespace:key`. */
function read(language: Language): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((path) => path.endsWith(`.${language}.json`))
      .flatMap((path) => {
        const namespace = basename(path, `.${language}.json`);
        const texts = flatten(JSON.parse(readFileSync(join(folder, path), "utf8")));
        return [...texts].map(([key, text]) => [`${namespace}:${key}`, text] as const);
      }),
  );
}

/** The text of `namespace:key`. */
export function textIn(language: Language, key: string): string {
  const text = catalogues[language].get(key);
  if (text === undefined) throw new Error(`The ${language} catalogue has no ${key}.`);
  return text;
}

/** Texts that must not appear on a screen in a language: keys of texts, and English texts on French screens. */
export function forbiddenWords(language: Language) {
  return (forbidden[language] ??= forbiddenTexts(catalogues, language));
}

/** Found once: both catalogues are gone through for them. */
const forbidden: Partial<Record<Language, ReturnType<typeof forbiddenTexts>>> = {};
