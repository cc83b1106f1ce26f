import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { SuggestedRule } from "@offgrid/contract/warnings/suggested-rule";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";

import { newRule, suggestedRule } from "../../domain/warnings/new-rule.ts";
import type { Rule } from "./rule-input.ts";
import { type PresetName, presetNames } from "./warnings.search.ts";

/** The suggested rules, to begin a rule with. Pure. */

function suggestionOf(preset: PresetName): SuggestedRule {
  const found = suggestedRules.find(({ key }) => key === preset);
  if (!found) throw new Error(`No rule is suggested as ${preset}.`);
  return found;
}

export function presetName(preset: PresetName, locale: LocaleCode): string {
  return suggestionOf(preset)[locale].ruleName;
}

/** A rule that only lacks the containers that it is to look at. */
export function presetRule(preset: PresetName, locale: LocaleCode): Rule {
  return ruleOf(suggestionOf(preset), locale);
}

/** Those that suit every container, as `presetRule` has them. */
export function usualRules(locale: LocaleCode): Rule[] {
  return suggestedRules.filter(({ isUsual }) => isUsual).map((suggestion) => ruleOf(suggestion, locale));
}

/** Of a usual rule by its name, in whichever language, or by a former one. */
export function usualKey(name: string): string | undefined {
  return suggestedRules.find(({ en }) => en.ruleName === suggestedText(name, "en"))?.key;
}

/** What is suggested and is not among these rules yet, by its name. */
export function missingSuggestions(rules: readonly Pick<Rule, "ruleName">[], locale: LocaleCode) {
  const names = new Set(rules.map(({ ruleName }) => suggestedText(ruleName, locale)));
  return {
    usual: usualRules(locale).filter(({ ruleName }) => !names.has(ruleName)),
    presets: presetNames.filter((preset) => !names.has(presetName(preset, locale))),
  };
}

function ruleOf(suggestion: SuggestedRule, locale: LocaleCode): Rule {
  return suggestedRule(suggestion, locale) ?? newRule();
}
