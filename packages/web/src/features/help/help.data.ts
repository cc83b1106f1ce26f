import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { currentLocale } from "../../core/i18n/locale.ts";

export type Manual = Answer<"helpGet">["data"];
export type ManualPage = Manual["pages"][number];

/** The manual in the language of the page. */
export function useManual() {
  return useCall("helpGet", { language: currentLocale }, { select: ({ data }) => data, staleTime: 10 * 60_000 });
}
