import type { CommandReason } from "@offgrid/contract/commands/commands.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import en from "./command-reasons.en.json" with { type: "json" };
import fr from "./command-reasons.fr.json" with { type: "json" };

/**
 * A reason without words in every language does not compile. They are one level down in their files: `arguments` is one of
 * them, which no module may export by that name.
 */
const words: Record<LocaleCode, { reason: Record<CommandReason, string> }> = { en, fr };

/** Why a command came to nothing, in the words of the screens. */
export function reasonText(reason: CommandReason, language: LocaleCode): string {
  return words[language].reason[reason];
}
