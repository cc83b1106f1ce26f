import { expect, test } from "vitest";

import { suggestedRules } from "./suggested-rules.ts";
import { inLanguage, ruleInLanguage, suggestedText } from "./suggested-words.ts";

test.each(suggestedRules.map((rule) => [rule.key, rule] as const))(
  "whoever reads the suggested rule %s reads it in their language, whoever added it",
  (_, { en, fr }) => {
    for (const words of [en, fr]) {
      expect(suggestedText(words.ruleName, "en")).toBe(en.ruleName);
      expect(suggestedText(words.ruleName, "fr")).toBe(fr.ruleName);
      expect(suggestedText(words.note, "en")).toBe(en.note);
      expect(suggestedText(words.note, "fr")).toBe(fr.note);
    }
  },
);

test("a rule that a person renamed keeps that name, and what was left as suggested is still translated", () => {
  const rule = {
    ruleName: "Cold room of the market",
    note: "Look at the ventilation and the air conditioning, and lower the load.",
    conditions: [{ name: "Battery hot", duration: 60 }],
  };
  expect(ruleInLanguage(rule, "fr")).toEqual({
    ruleName: "Cold room of the market",
    note: "Vérifiez la ventilation et la climatisation, et réduisez la charge.",
    conditions: [{ name: "Batterie chaude", duration: 60 }],
  });
});

test("a rule that was added under a former name has the name of today", () => {
  const former = [
    "Loads about to be cut",
    "Coupure des charges prévue",
    "Loads will be cut soon",
    "Charges bientôt coupées",
  ];
  for (const name of former) {
    expect(suggestedText(name, "en")).toBe("Battery soon at its cut-off");
    expect(suggestedText(name, "fr")).toBe("Batterie bientôt au seuil de coupure");
  }
});

test("what a suggested rule raised is said in the language of its reader", () => {
  const raised = { ruleName: "Charge basse", content: "Charge basse", note: "", value: 12 };
  expect(inLanguage(raised, "en")).toEqual({ ruleName: "Charge low", content: "Charge low", note: "", value: 12 });
});
