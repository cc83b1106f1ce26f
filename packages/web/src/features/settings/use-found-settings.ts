import { locales } from "@offgrid/contract/core/constants";
import { useQuery } from "@tanstack/react-query";

import { textsIn } from "../../core/i18n/i18n.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { findSettings, type FoundSetting } from "./find-settings.ts";

/** Single settings of the whole portal that a search finds, in the language of the page and in others. */
export function useFoundSettings(typed: string): readonly FoundSetting[] {
  const locale = useLocale();
  const { data = [] } = useQuery({
    queryKey: ["texts of settings"],
    queryFn: () => Promise.all(locales.map(async ({ code }) => ({ code, texts: await textsIn("settings", code) }))),
    enabled: typed !== "",
    staleTime: Infinity,
  });
  const own = data.find(({ code }) => code === locale)?.texts;
  if (own === undefined) return [];
  const others = data.flatMap(({ code, texts }) => (code === locale ? [] : [texts]));
  return findSettings(typed, own, others);
}
