import { findMetric } from "@offgrid/contract/telemetry/metrics";
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
  "measured",
  "metrics",
  "name",
  "note",
  "outcome",
  "reason",
  "ruleName",
  "sections",
  "text",
  "threshold",
  "title",
  "to",
  "until",
  "value",
  "version",
  "wanted",
] as const;

/** What is in the unit of the metric that an event is about. */
const measured: readonly string[] = ["value", "threshold", "level", "limit", "measured"];

/** What an event says beside its code, in words; what has none is shown as it is. */
export function useParameterWords(said: Readonly<Record<string, unknown>>) {
  const { t } = useTranslation("events");
  const locale = useLocale();
  const unit = typeof said["attribute"] === "string" ? findMetric(said["attribute"])?.unit : undefined;
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
      if (typeof value === "number" && unit !== undefined && measured.includes(key))
        return formatQuantityText(value, unit, locale);
      if (typeof value === "number") return formatNumber(value, locale, { maximumFractionDigits: 3 });
      if (typeof value === "string") return findMetric(value)?.[locale] ?? value;
      return JSON.stringify(value);
    },
  };
}
