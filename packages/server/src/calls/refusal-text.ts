import { type LocaleCode, defaultLocale, locales } from "@offgrid/contract/core/constants";
import type { RefusalCode } from "@offgrid/contract/core/refusal";

import en from "./refusal.en.json" with { type: "json" };
import fr from "./refusal.fr.json" with { type: "json" };

/** A code without a sentence in every language does not compile. */
const sentences: Record<LocaleCode, Record<RefusalCode, string>> = { en, fr };

/** The sentence for a refusal. */
export function refusalText(code: RefusalCode, language: LocaleCode): string {
  return sentences[language][code];
}

/** The language of an Accept-Language header that the portal speaks and that weighs most. */
export function languageOf(acceptLanguage: string | undefined): LocaleCode {
  const wanted = (acceptLanguage ?? "")
    .slice(0, 256)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { code: tag.split("-")[0], weight: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of wanted) {
    const spoken = locales.find((locale) => locale.code === code);
    if (spoken) return spoken.code;
  }
  return defaultLocale;
}
