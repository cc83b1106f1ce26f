import { outputOfMetric } from "@offgrid/contract/devices/output-kinds";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { stateWords } from "../../../domain/container/state-words.ts";
import { useOutputWords } from "../../../domain/output-names/use-output-words.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { valueText } from "./value-text.ts";

/** What has two states with words of its own ("Relay 1: open, load off"), by the first word of its metric. */
export const switchedThings = ["generator", "grid", "phase", "ac", "street_light", "relay", "door"] as const;
type SwitchedThing = (typeof switchedThings)[number];

/** The thing that a metric of two states is about, and its number among its kind; undefined: a metric of another kind. */
export function switchedThing(metric: string): { thing: SwitchedThing; number: string } | undefined {
  if (findMetric(metric)?.unit !== "bool") return undefined;
  const [first, number = ""] = metric.split(".");
  const thing = switchedThings.find((one) => one === first);
  return thing && { thing, number };
}

/** Writes a value of a metric: a state by its word, all else with its unit. */
export function useMetricWords(): (metric: string, value: number | undefined) => string {
  const { t } = useTranslation("container");
  const locale = useLocale();
  return (name, value) => {
    if (value === undefined) return missing;
    const metric = findMetric(name);
    const switched = switchedThing(name);
    if (switched && (value === 0 || value === 1)) return t(`switched.${switched.thing}.${value === 1 ? "on" : "off"}`);
    const word = metric?.states?.[value];
    const known = stateWords.find((one) => one === word);
    return known ? t(`state.${known}`) : (word ?? valueText(value, metric, locale));
  };
}

/**
 * Names a metric beside its value: what has two states by the thing alone, since the state says the rest ("Door:
 * closed"), and where an output is by what people call it. A container's own metric keeps its name.
 */
export function useMetricLabel(): (metric: string) => string {
  const { t } = useTranslation("container");
  const locale: LocaleCode = useLocale();
  const outputs = useOutputWords();
  return (name) => {
    const switched = switchedThing(name);
    const target = outputOfMetric(name) ?? (switched ? `${switched.thing}.${switched.number}` : name);
    if (outputs.idOf(target) !== undefined) return outputs.fullNameOf(target);
    if (switched) return t(`switched.${switched.thing}.name`, { number: switched.number });
    return findMetric(name)?.[locale] ?? name;
  };
}
