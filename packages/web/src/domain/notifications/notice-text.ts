import type { LocaleCode } from "@offgrid/contract/core/constants";
import { eventText } from "@offgrid/contract/events/event-text";
import type { EventNews } from "@offgrid/contract/live/live.schema";
import type { TFunction } from "i18next";

import { eventWords } from "./event-words.ts";

/** An event as it is announced, with its container, in the words of the lists; undefined: it does not say what happened. */
export function noticeText(
  say: TFunction<"command-words">,
  { code, ...news }: EventNews,
  locale: LocaleCode,
): string | undefined {
  return code === undefined ? undefined : eventText(eventWords(say, locale), { code, ...news });
}
