import { useTranslation } from "react-i18next";

import { addCalendar, formatTime, isoDay } from "../core/time.ts";
import { browserZone, useLocale } from "./use-locale.ts";

/** What a day is called above its lines: "Today, 20/11/2026", else with its weekday. */
export function useDayWords(nowMs: number): (day: { day: string; atMs: number }) => string {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const today = isoDay(nowMs, browserZone);
  const yesterday = isoDay(addCalendar(nowMs, -1, "day", browserZone), browserZone);
  return ({ day, atMs }) => {
    const date = formatTime(atMs, "date", browserZone, locale);
    if (day === today) return t("day.today", { date });
    if (day === yesterday) return t("day.yesterday", { date });
    return day.slice(0, 4) === today.slice(0, 4) ? formatTime(atMs, "weekday", browserZone, locale) : date;
  };
}
