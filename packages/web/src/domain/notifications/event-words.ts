import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { EventWords } from "@offgrid/contract/events/event-text";
import type { TFunction } from "i18next";

import { browserZone } from "../../ui/use-locale.ts";
import { outputName } from "../output-names/output-words.ts";

/** What screens tell events with. */
export function eventWords(say: TFunction<"command-words">, locale: LocaleCode): EventWords {
  return { say, locale, zone: browserZone, output: (target, name) => outputName(say, target, name) };
}
