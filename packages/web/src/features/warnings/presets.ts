import type { LocaleCode } from "@offgrid/contract/core/constants";

import { type Condition, newCondition, newRule, type Rule } from "./rule-input.ts";
import type { PresetName } from "./warnings.search.ts";

/** What most people want to be warned of first, to begin a rule with. Pure. */

const minute = 60;

const conditions: Record<PresetName, Partial<Condition>> = {
  dark: { type: "silent", threshold: undefined, duration: 15 * minute, critical: { duration: 360 * minute } },
  charge_low: {
    type: "below",
    attributes: ["battery.soc"],
    threshold: 20,
    clearAt: 25,
    duration: 10 * minute,
    critical: { threshold: 10, clearAt: 15 },
  },
  battery_hot: {
    type: "above",
    attributes: ["battery.temperature"],
    threshold: 45,
    clearAt: 42,
    duration: 10 * minute,
    critical: { threshold: 55, clearAt: 50 },
  },
};

const words: Record<PresetName, Record<LocaleCode, { ruleName: string; note: string }>> = {
  dark: {
    en: { ruleName: "Container silent", note: "Check the mobile network first, then the power of the controller." },
    fr: { ruleName: "Conteneur muet", note: "Vérifiez d’abord le réseau mobile, puis l’alimentation du contrôleur." },
  },
  charge_low: {
    en: { ruleName: "Charge low", note: "Switch off what is not needed, and see whether the panels still charge." },
    fr: {
      ruleName: "Charge basse",
      note: "Coupez ce qui n’est pas nécessaire et vérifiez que les panneaux chargent encore.",
    },
  },
  battery_hot: {
    en: { ruleName: "Battery hot", note: "Look at the ventilation and the air conditioning, and lower the load." },
    fr: { ruleName: "Batterie chaude", note: "Vérifiez la ventilation et la climatisation, et réduisez la charge." },
  },
};

export function presetName(preset: PresetName, locale: LocaleCode): string {
  return words[preset][locale].ruleName;
}

/** A rule that only lacks the containers that it is to look at. */
export function presetRule(preset: PresetName, locale: LocaleCode): Rule {
  const { ruleName, note } = words[preset][locale];
  return {
    ...newRule(),
    ruleName,
    note,
    conditions: [{ ...newCondition(), ...conditions[preset], name: ruleName }],
  };
}
