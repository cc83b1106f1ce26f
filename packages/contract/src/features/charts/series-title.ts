import type { LocaleCode } from "../../core/constants.ts";
import { findMetric } from "../telemetry/metrics.ts";
import type { FormulaSeries, MetricSeries } from "./chart-definition.schema.ts";
import { measuredUnit } from "./chart-rules.ts";

const functionWords: Partial<Record<MetricSeries["func"], Record<LocaleCode, string>>> = {
  min: { en: "lowest", fr: "minimum" },
  max: { en: "highest", fr: "maximum" },
  first: { en: "first", fr: "première valeur" },
  last: { en: "last", fr: "dernière valeur" },
  count: { en: "readings", fr: "mesures" },
  sum: { en: "sum of readings", fr: "somme des mesures" },
  energy: { en: "energy", fr: "énergie" },
  hourly_average_sum: { en: "sum of hourly averages", fr: "somme des moyennes horaires" },
};

const energyWords: typeof functionWords = {
  hourly_average_sum: { en: "from hourly averages", fr: "d’après les moyennes horaires" },
};

/**
 * What a series is called that has no title of its own: two functions of one metric are never called the same. Power that
 * is added up is energy, and is called so. Pure.
 */
export function seriesTitle({ metric, func }: Pick<MetricSeries, "metric" | "func">, locale: LocaleCode): string {
  const known = findMetric(metric);
  const name = known?.[locale] ?? metric;
  const isEnergy = known?.unit === "W" && measuredUnit({ metric, func }) === "Wh";
  const what = isEnergy ? asEnergy[locale](name) : name;
  const word = (isEnergy ? energyWords : functionWords)[func]?.[locale];
  return word === undefined ? what : `${what}, ${word}`;
}

const asEnergy: Record<LocaleCode, (name: string) => string> = {
  en: (name) => (name.endsWith(" power") ? name.replace(/power$/, "energy") : `${name}, energy`),
  fr: (name) =>
    name.startsWith("Puissance ")
      ? name.replace(/^Puissance solaire/, "Énergie solaire").replace(/^Puissance d/, "Énergie d")
      : `${name}, énergie`,
};

/** What a formula is called that has no title of its own, by what its sides are called. Pure. */
export function formulaTitle({ op }: Pick<FormulaSeries, "op">, left: string, right: string): string {
  return `${left} ${op === "minus" ? "−" : "÷"} ${right}`;
}

/** What a line is called that is the sum of so many containers; of one it is called as before. Pure. */
export function sumTitle(title: string, containers: number, locale: LocaleCode): string {
  return containers < 2 ? title : `${title} (${ofContainers[locale](containers)})`;
}

const ofContainers: Record<LocaleCode, (count: number) => string> = {
  en: (count) => `sum of ${count} containers`,
  fr: (count) => `somme de ${count} conteneurs`,
};
