import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { formatTime, isoDay } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";

export interface BlackoutCardProps {
  forecast: BlackoutForecast;
  zone: string;
  /** The present, epoch ms, from the tick. */
  now: number;
}

/** What a forecast says in one sentence, and the range of its instant where it has one. */
export function useBlackoutSentence({ forecast, zone, now }: BlackoutCardProps): { sentence: string; range?: string } {
  const { t } = useTranslation("blackout");
  const locale = useLocale();
  const { state, dip, blackout, fullAt, historyDays, neededDays, missing } = forecast;
  /** As part of a span, or ("at") of a sentence; the day is named where it is not today. */
  const say = (instant: string, today: "time" | "atTime", another: "dayAndTime" | "onDay") => {
    const at = Date.parse(instant);
    const clock = formatTime(at, "time", zone, locale);
    if (isoDay(at, zone) === isoDay(now, zone)) return today === "time" ? clock : t(today, { time: clock });
    return t(another, { day: formatTime(at, "weekday", zone, locale), time: clock });
  };
  const time = (instant: string) => say(instant, "time", "dayAndTime");
  const at = (instant: string) => say(instant, "atTime", "onDay");
  switch (state) {
    case "safe":
      return { sentence: t("safe") };
    case "charging":
      return { sentence: fullAt === null ? t("safe") : t("charging", { at: at(fullAt) }) };
    case "dip":
      if (dip === null) return { sentence: t("safe") };
      if (dip.to === null) return { sentence: t("dipOpen", { from: time(dip.from) }) };
      return { sentence: t("dip", { from: time(dip.from), to: time(dip.to) }) };
    case "blackout": {
      if (blackout === null) return { sentence: t("below") };
      const sure = formatQuantityText(blackout.chance * 100, "percent", locale);
      const latest = blackout.latest === null ? t("later") : time(blackout.latest);
      return {
        sentence:
          blackout.hours <= 0
            ? t("below")
            : t("cut", { at: at(blackout.likely), count: Math.max(1, Math.round(blackout.hours)), sure }),
        range: t("range", { earliest: time(blackout.earliest), latest }),
      };
    }
    case "learning":
      if (missing.includes("load")) return { sentence: t("noLoad") };
      if (missing.includes("history") || historyDays < neededDays)
        return { sentence: t("learning", { days: historyDays, count: neededDays }) };
      return { sentence: t("noCapacity") };
    case "blind":
      return { sentence: t("blind") };
    case "none":
      return { sentence: t("none") };
  }
}
