/** Every text of both languages under `namespace:key`. */
export type Catalogues = Record<"en" | "fr", ReadonlyMap<string, string>>;

/** What no screen of a language shows: names of texts in place of the text, and texts of the other language. */
export function forbiddenTexts(
  catalogues: Catalogues,
  language: keyof Catalogues,
): { keys: readonly string[]; foreign: readonly string[] } {
  const own = new Set(catalogues[language].values());
  const keys = [...catalogues.en.keys()].flatMap((key) => [key, key.slice(key.indexOf(":") + 1)]);
  const others = language === "en" ? catalogues.fr : catalogues.en;
  return {
    // A bare word such as "now" may stand there by right.
    keys: keys.filter((key) => !own.has(key) && /[.:_A-Z]/.test(key)),
    foreign: [...others.values()].filter((text) => !own.has(text) && !text.includes("{{")),
  };
}
