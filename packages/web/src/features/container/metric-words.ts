import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { missing } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { stateWords, valueText } from "./value-text.ts";

/** Writes a value of a metric: a state by its word, all else with its unit. */
export function useMetricWords(): (metric: string, value: number | undefined) => string {
  const { t } = useTranslation("container");
  const locale = useLocale();
  return (name, value) => {
    if (value === undefined) return missing;
    const metric = findMetric(name);
    const word = metric?.states?.[value];
    const known = stateWords.find((one) => one === word);
    return known ? t(`state.${known}`) : (word ?? valueText(value, metric, locale));
  };
}
