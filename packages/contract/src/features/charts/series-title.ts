import type { LocaleCode } from "../../core/constants.ts";
import { findMetric } from "../telemetry/metrics.ts";
import type { FormulaSeries, MetricSeries } from "./chart-definition.schema.ts";
import { type UseIf, directionOf } from "./chart-choices.ts";
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
export function seriesTitle(
  { metric, func, useIf = "all" }: Pick<MetricSeries, "metric" | "func"> & Partial<Pick<MetricSeries, "useIf">>,
  locale: LocaleCode,
): string {
  const known = findMetric(metric);
  const name = known?.[locale] ?? metric;
  const isEnergy = known?.unit === "W" && measuredUnit({ metric, func }) === "Wh";
  const what = isEnergy ? (oneWay(metric, useIf)?.[locale] ?? asEnergy[locale](name)) : name;
  const word = (isEnergy ? energyWords : functionWords)[func]?.[locale];
  return word === undefined ? what : `${what}, ${word}`;
}

/** Each direction of a power that flows both ways is an energy of its own. */
const oneWays: Readonly<Record<string, Record<"positive" | "negative", Record<LocaleCode, string>>>> = {
  "battery.power": {
    positive: { en: "Energy into the battery", fr: "Énergie chargée dans la batterie" },
    negative: { en: "Energy out of the battery", fr: "Énergie fournie par la batterie" },
  },
  "grid.power": {
    positive: { en: "Energy from the grid", fr: "Énergie prise au réseau" },
    negative: { en: "Energy into the grid", fr: "Énergie injectée dans le réseau" },
  },
};

function oneWay(metric: string, useIf: UseIf): Record<LocaleCode, string> | undefined {
  const sign = directionOf(useIf);
  return sign && oneWays[metric]?.[sign];
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
