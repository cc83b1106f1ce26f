import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { useTranslation } from "react-i18next";

import { formatNumber, formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";

/** What events say beside their code that has words here. */
const known = [
  "attribute",
  "cause",
  "content",
  "count",
  "direction",
  "error",
  "fault",
  "from",
  "hours",
  "level",
  "limit",
  "low",
  "measured",
  "metrics",
  "name",
  "note",
  "outcome",
  "reason",
  "restoreSoc",
  "ruleName",
  "sections",
  "text",
  "threshold",
  "times",
  "title",
  "to",
  "until",
  "value",
  "version",
  "wanted",
] as const;

/** What is in the unit of the metric that an event is about. */
const measured: readonly string[] = ["value", "threshold", "level", "limit", "measured"];

/** What a rule says: of a suggested one it is in the language of whoever reads it, as the title is. */
const ofRule: readonly string[] = ["content", "note", "ruleName"];

const unitOf = (metric: unknown) => (typeof metric === "string" ? findMetric(metric)?.unit : undefined);

/** What an event says beside its code, in words; what has none is shown as it is. */
export function useParameterWords(said: Readonly<Record<string, unknown>>) {
  const { t } = useTranslation("events");
  const locale = useLocale();
  const lowUnit = said["low"] === "charge" ? "percent" : said["low"] === "voltage" ? "V" : undefined;
  const unit = lowUnit ?? unitOf(said["attribute"]);
  return {
    name: (key: string): string => {
      const own = known.find((one) => one === key);
      return own === undefined ? key : t(`says.${own}`);
    },
    value: (key: string, value: unknown): string => {
      if (typeof value === "boolean")
        return t(key === "value" || key === "wanted" ? (value ? "on" : "off") : value ? "yes" : "no");
      // Epoch seconds, as controllers count them.
      if (key === "until" && typeof value === "number")
        return formatTime(value * 1_000, "dateTime", browserZone, locale);
      if (key === "restoreSoc" && typeof value === "number") return formatQuantityText(value, "percent", locale);
      if (key === "low" && (value === "charge" || value === "voltage")) return t(`low.${value}`);
      if (typeof value === "number" && unit !== undefined && measured.includes(key))
        return formatQuantityText(value, unit, locale);
      if (typeof value === "number") return formatNumber(value, locale, { maximumFractionDigits: 3 });
      if (typeof value === "string" && ofRule.includes(key)) return suggestedText(value, locale);
      if (typeof value === "string") return findMetric(value)?.[locale] ?? value;
      return JSON.stringify(value);
    },
  };
}
