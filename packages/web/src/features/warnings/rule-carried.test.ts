import { expect, test } from "vitest";

import { packed, unpacked } from "../../core/i18n/carried.ts";
import { newRule } from "../../domain/warnings/new-rule.ts";
import { usualRules } from "./presets.ts";

test("a rule that is being written is the same after a change of the language", () => {
  for (const rule of [newRule(), ...usualRules("en")]) expect(unpacked(packed(rule))).toStrictEqual(rule);
});
