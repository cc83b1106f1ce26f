import { choiceParam, type SearchParams, textParam } from "../../core/search-params.ts";

export interface RulesSearch {
  /** In names and conditions. */
  search?: string;
}

export function rulesSearch(given: SearchParams): RulesSearch {
  return textParam(given, "search");
}

/** What a new rule can begin with, by the keys of the suggested rules. */
export const presetNames = ["dark", "charge_low", "battery_hot"] as const;
export type PresetName = (typeof presetNames)[number];

export interface NewRuleSearch {
  /** It begins with this. */
  preset?: PresetName;
  /** Id of a rule that it begins as a copy of. */
  copy?: string;
  /** Id of the container that it looks at first. */
  container?: string;
}

export function newRuleSearch(given: SearchParams): NewRuleSearch {
  return {
    ...choiceParam(given, "preset", presetNames),
    ...textParam(given, "copy", 64),
    ...textParam(given, "container", 64),
  };
}
