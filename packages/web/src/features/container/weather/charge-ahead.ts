import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";

/** What the battery is expected to hold in the coming 48 hours, in a sentence; undefined: nobody knows, or it is in doubt. */
export function useChargeAhead(answer: Answer<"getBlackoutForecast"> | undefined, zone: string): string | undefined {
  const { t } = useTranslation("weather");
  const locale = useLocale();
  if (!answer || typeof answer.data.sunPercent === "number") return undefined;
  const { t: ends, soc50, soc, fullAt, hasGenerator, generatorStart, cutOff } = answer.data;
  const lowest = soc50.reduce((low, value, hour) => (value < (soc50[low] ?? Infinity) ? hour : low), 0);
  const [low, at, end] = [soc50[lowest], ends[lowest], soc50.at(-1)];
  if (!soc || low === undefined || at === undefined || end === undefined) return undefined;
  const percent = (value: number) => formatQuantityText(value, "percent", locale);
  const onDay = (atMs: number) =>
    t("onDay", { day: formatTime(atMs, "weekday", zone, locale), time: formatTime(atMs, "time", zone, locale) });
  // The forecast is up to a quarter of an hour old, and the header has the charge of now.
  const around = {
    now: percent(soc.value),
    time: formatTime(Date.parse(soc.at), "time", zone, locale),
    end: percent(end),
  };
  const charge =
    low < soc.value ? t("charge", { ...around, low: percent(low), at: onDay(at * 1_000) }) : t("chargeRising", around);
  const all = fullAt === null ? charge : `${charge} ${t("chargeFull", { at: onDay(Date.parse(fullAt)) })}`;
  if (generatorStart) return t("chargeBeforeStart", { charge: all, percent: percent(generatorStart.soc) });
  // At its cut-off a generator takes over, or is to.
  if (!hasGenerator || low > cutOff.soc) return all;
  return t("chargeWithoutGenerator", { charge: all, percent: percent(cutOff.soc) });
}
