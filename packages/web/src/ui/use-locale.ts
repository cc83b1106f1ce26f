import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { usableZone } from "../core/browser-locale.ts";

/** The language that the texts are in, for numbers and dates beside them. */
export function useLocale(): LocaleCode {
  const { i18n } = useTranslation("ui");
  return i18n.language === "fr" ? "fr" : "en";
}

/** The zone of this browser, for times that belong to no place of their own. */
export const browserZone = usableZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
