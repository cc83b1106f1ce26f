import { useTranslation } from "react-i18next";

import type { Answer } from "../../../core/api/call.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { useLocale } from "../../../ui/use-locale.ts";

/** What the battery is expected to hold, in a sentence. */
export interface ChargeAhead {
  all: string;
  /** Without when it is full, which the days beside it may say. */
  besideFull: string;
}

/** What the battery is expected to hold in the coming 48 hours; undefined: nobody knows, or it is in doubt. */
export function useChargeAhead(
  answer: Answer<"getBlackoutForecast"> | undefined,
  zone: string,
): ChargeAhead | undefined {
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
  const withGenerator = (said: string) => {
    if (generatorStart) return t("chargeBeforeStart", { charge: said, percent: percent(generatorStart.soc) });
    // At its cut-off a generator takes over, or is to.
    if (!hasGenerator || low > cutOff.soc) return said;
    return t("chargeWithoutGenerator", { charge: said, percent: percent(cutOff.soc) });
  };
  const full = fullAt === null ? charge : `${charge} ${t("chargeFull", { at: onDay(Date.parse(fullAt)) })}`;
  return { all: withGenerator(full), besideFull: withGenerator(charge) };
}
