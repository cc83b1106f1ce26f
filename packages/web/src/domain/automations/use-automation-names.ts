import type { AutomationNames } from "@offgrid/contract/automations/automation-words";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { minutesOf } from "@offgrid/contract/core/moments";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { differenceOf, toTyped } from "@offgrid/contract/telemetry/shown-units";
import type { WarningNames } from "@offgrid/contract/warnings/warning-words";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatNumber, shownUnit } from "../../core/format.ts";
import { formatTime, weekdayName } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useOutputWords } from "../output-names/use-output-words.ts";

/** What the sentence of an automation calls things; also while it is being written, and some of them are not chosen yet. */
export function useAutomationNames(): AutomationNames & Pick<WarningNames, "value"> {
  const { t } = useTranslation("automation-words");
  const { nameOf } = useOutputWords();
  const locale = useLocale();
  const known = (text: string) => (text === "" ? t("unnamed") : text);
  return {
    output: (target) => known(nameOf(target)),
    metric: (name) => known(findMetric(name)?.[locale] ?? name),
    value: (name, value, isDifference = false) => {
      if (!Number.isFinite(value)) return t("unnamed");
      const kept = findMetric(name)?.unit ?? "count";
      if (kept === "bool") return t(value === 1 ? "on" : "off");
      const unit = isDifference ? differenceOf(kept) : kept;
      const symbol = shownUnit(unit, locale);
      // Every digit, as it was set: "1,500 W" and not "1.50 kW".
      const number = formatNumber(toTyped(value, unit), locale, { maximumFractionDigits: 20 });
      return symbol === "" ? number : `${number}\u00a0${symbol}`;
    },
    duration: (seconds) => (Number.isFinite(seconds) && seconds >= 0 ? exactDuration(seconds, locale) : t("unnamed")),
    time: (time) => (time === "" ? t("unnamed") : clockText(time, locale)),
    weekday: (day) => weekdayName(day, locale, "short"),
  };
}

/** With its seconds: "2 min 30 s". */
function exactDuration(seconds: number, locale: LocaleCode): string {
  const rest = seconds % 60;
  if (seconds < 60 || rest === 0) return durationText(seconds, locale);
  return `${durationText(seconds - rest, locale)}\u00a0${durationText(rest, locale)}`;
}

/** @param time As "18:30". */
function clockText(time: string, locale: LocaleCode): string {
  return formatTime(Date.UTC(2024, 0, 1) + minutesOf(time) * 60_000, "time", "UTC", locale);
}
