import type { LocaleCode } from "../../core/constants.ts";
import { suggestedRules } from "./suggested-rules.ts";

/**
 * Words of suggested rules in the language of whoever reads them. They are stored as texts, also with what a rule raised:
 * a text that still is the suggestion's own, in either language, is its key. What a person wrote stays as it is.
 */

type Words = Readonly<Record<LocaleCode, string>>;

/** What suggested rules were called before, by their keys: rules that were added then have that name. */
const formerNames: Readonly<Record<string, readonly string[]>> = {
  cut_ahead: [
    "Loads about to be cut",
    "Coupure des charges prévue",
    "Loads will be cut soon",
    "Charges bientôt coupées",
  ],
};

const suggested: ReadonlyMap<string, Words> = new Map(
  suggestedRules.flatMap(({ key, en, fr }) => {
    const [name, note] = [
      { en: en.ruleName, fr: fr.ruleName },
      { en: en.note, fr: fr.note },
    ];
    return [
      ...[name.en, name.fr, ...(formerNames[key] ?? [])].map((text) => [text, name] as const),
      ...[note.en, note.fr].map((text) => [text, note] as const),
    ];
  }),
);

/** A name or a note, in this language where it is that of a suggested rule. */
export function suggestedText(text: string, locale: LocaleCode): string {
  return suggested.get(text)?.[locale] ?? text;
}

/** What is shown in this language in place of each text of a suggested rule, as it may be stored. */
export function suggestedTexts(locale: LocaleCode): Readonly<Record<string, string>> {
  return Object.fromEntries([...suggested].map(([text, words]) => [text, words[locale]]));
}

/** The same of a title that goes on after a dot in the middle, with a cluster or a container. */
export function suggestedTitle(title: string, locale: LocaleCode): string {
  const [name = "", ...rest] = title.split(" · ");
  return [suggestedText(name, locale), ...rest].join(" · ");
}

interface Named {
  ruleName: string;
  note: string;
}

/** What a rule raised, in this language as far as its words are those of a suggested rule. */
export function inLanguage<Raised extends Named & { content: string }>(raised: Raised, locale: LocaleCode): Raised {
  const { ruleName, note, content } = raised;
  return {
    ...raised,
    ruleName: suggestedText(ruleName, locale),
    note: suggestedText(note, locale),
    content: suggestedText(content, locale),
  };
}

/** A rule, in this language as far as its words are those of a suggested one. */
export function ruleInLanguage<Rule extends Named & { conditions: readonly { name: string }[] }>(
  rule: Rule,
  locale: LocaleCode,
): Rule {
  return {
    ...rule,
    ruleName: suggestedText(rule.ruleName, locale),
    note: suggestedText(rule.note, locale),
    conditions: rule.conditions.map((condition) => ({ ...condition, name: suggestedText(condition.name, locale) })),
  };
}
