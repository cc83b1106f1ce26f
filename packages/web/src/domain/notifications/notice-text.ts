import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { EventNews } from "@offgrid/contract/live/live.schema";
import type { TFunction } from "i18next";

import { outputNewsText } from "../commands/output-news.ts";
import { codeText } from "./code-words.ts";

/** An event as it is announced, with its container, in the words of the lists; undefined: it has none here. */
export function noticeText(
  t: TFunction<"event-words">,
  say: TFunction<"command-words">,
  news: EventNews,
  locale: LocaleCode,
): string | undefined {
  const said = outputNewsText(say, news, locale);
  if (said !== undefined) return said;
  const text = codeText(t, say, news);
  return text !== undefined && news.containerName ? say("news.at", { container: news.containerName, text }) : text;
}
