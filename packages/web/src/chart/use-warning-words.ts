import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { formatTime } from "../core/time.ts";
import type { ChartWarning } from "./chart-series.ts";

/** A function that says what is wrong, and from when until when as far as that is known. */
export function useWarningWords(zone: string, locale: LocaleCode): (warning: ChartWarning) => string {
  const { t } = useTranslation("chart");
  return ({ text, atMs, toMs, isOpen }) => {
    const time = formatTime(atMs, "dateTime", zone, locale);
    if (isOpen) return t("warningSince", { text, time });
    if (toMs === undefined) return t("warningAt", { text, time });
    return t("warningSpan", { text, from: time, to: formatTime(toMs, "dateTime", zone, locale) });
  };
}
