import type { LocaleCode } from "../../core/constants.ts";
import { hoursAheadText } from "../../core/duration-text.ts";
import { formatExactText, formatNumber, formatQuantityText } from "../telemetry/format.ts";
import { findMetric } from "../telemetry/metrics.ts";
import { differenceOf, type QuantityUnit } from "../telemetry/shown-units.ts";
import { cutAttribute } from "./cut-attribute.ts";
import { type bundleAttributes, differenceTypes, forecastAttributes, shareTypes } from "./warning-types.ts";
import { directionOf } from "./warning-levels.ts";
import type { RaisedBy, WarningCondition } from "./warnings.schema.ts";
import type { WarningNames } from "./warning-words.ts";

/** What a warning was raised by, in words: a value of a metric, or a figure that a rule makes of such. Pure. */

export interface Measured {
  name: string;
  /** With its unit. */
  value: string;
  /** Says something without its name, too. */
  isPlain: boolean;
  /** It stood so in a reading; else it was counted, computed or foreseen. */
  isReading: boolean;
}

type MeasuredNames = Pick<WarningNames, "output" | "metric" | "value">;

type Forecast = (typeof forecastAttributes)[number];
type Bundle = (typeof bundleAttributes)[number];

interface Phrases {
  levels: Record<"above" | "below", (level: string) => string> &
    Record<"outside" | "inside", (low: string, high: string) => string>;
  forecasts: Record<Forecast, string>;
  bundles: Record<Bundle, string>;
  neighbours: string;
  expected: (metric: string) => string;
  budget: (metric: string) => string;
  change: (metric: string) => string;
  apart: (metrics: string) => string;
  times: string;
  events: (codes: string) => string;
  commands: (outputs: string) => string;
  code: (code: string) => string;
  and: string;
  or: string;
}

const phrases: Record<LocaleCode, Phrases> = {
  en: {
    levels: {
      above: (level) => `above ${level}`,
      below: (level) => `below ${level}`,
      outside: (low, high) => `not between ${low} and ${high}`,
      inside: (low, high) => `between ${low} and ${high}`,
    },
    forecasts: {
      hours_to_reserve: "Time until the cut-off",
      lowest_soc: "Lowest charge ahead",
      chance: "Chance of reaching the cut-off",
    },
    bundles: {
      data_projected: "Data bundle used by its renewal",
      data_used: "Data bundle used until now",
    },
    neighbours: "Yield against neighbouring containers",
    expected: (metric) => `${metric}, against what it usually is`,
    budget: (metric) => `${metric}, of its limit`,
    change: (metric) => `${metric}, change`,
    apart: (metrics) => `${metrics}, difference`,
    times: "How often it happened",
    events: (codes) => `How often ${codes} was reported`,
    commands: (outputs) => `Commands ${outputs === "" ? "" : `to ${outputs} `}not carried out`,
    code: (code) => `“${code}”`,
    and: " and ",
    or: " or ",
  },
  fr: {
    levels: {
      above: (level) => `au-dessus de ${level}`,
      below: (level) => `en dessous de ${level}`,
      outside: (low, high) => `pas entre ${low} et ${high}`,
      inside: (low, high) => `entre ${low} et ${high}`,
    },
    forecasts: {
      hours_to_reserve: "Temps avant le seuil de coupure",
      lowest_soc: "Charge la plus basse à venir",
      chance: "Probabilité d’atteindre le seuil de coupure",
    },
    bundles: {
      data_projected: "Forfait de données utilisé d’ici au renouvellement",
      data_used: "Forfait de données utilisé jusqu’ici",
    },
    neighbours: "Production par rapport aux conteneurs voisins",
    expected: (metric) => `${metric}, par rapport à sa valeur habituelle`,
    budget: (metric) => `${metric}, part de sa limite`,
    change: (metric) => `${metric}, variation`,
    apart: (metrics) => `${metrics}, écart`,
    times: "Nombre de fois",
    events: (codes) => `Nombre de signalements de ${codes}`,
    commands: (outputs) => `Commandes ${outputs === "" ? "" : `de ${outputs} `}non exécutées`,
    code: (code) => `«\u00A0${code}\u00A0»`,
    and: " et ",
    or: " ou ",
  },
};

/** What is a figure of no single metric. */
const figureTypes = new Set<WarningCondition["type"]>(["expected", "neighbours", "budget", "bundle", "repeats"]);

/** What is needed of a condition. */
type Looking = Pick<WarningCondition, "type" | "attributes"> & Partial<Pick<WarningCondition, "name">>;

/** What its value may have been beyond, as far as that is known. */
interface Levelled {
  level?: RaisedBy["level"];
  threshold?: WarningCondition["threshold"];
  critical?: WarningCondition["critical"];
}

/**
 * @param rule As it is kept; undefined: it is not known any more.
 * @param raised What was raised: `content` is the name of the condition that was met first.
 * @returns undefined: there is nothing that could be named, as of silence.
 */
export function measuredWords(
  rule: { conditions: readonly (Looking & Levelled)[] } | undefined,
  raised: { attribute: string | null; value: number | null; content: string },
  locale: LocaleCode,
  names: MeasuredNames,
): Measured | undefined {
  const { attribute, value } = raised;
  if (value === null) return undefined;
  const say = phrases[locale];
  const condition = conditionOf(rule?.conditions ?? [], raised);
  const percent = percentText(value, locale);
  if (isForecast(attribute))
    return figure(say.forecasts[attribute], attribute === "hours_to_reserve" ? hoursAheadText(value, locale) : percent);
  if (condition && isCounted(condition)) {
    const count = formatNumber(value, locale, { maximumFractionDigits: 0 });
    return { ...figure(countedName(condition, say, names), count), isPlain: false };
  }
  if (attribute === null) return condition && figure(figureName(condition, say, names), percent);
  // An output or a code, of a rule that is gone.
  if (!condition && findMetric(attribute) === undefined) return undefined;
  const isDifference = condition !== undefined && isMeasuredApart(condition);
  const text = measuredText(attribute, value, levelsOf(condition), locale, names, isDifference);
  if (condition?.type === "change") return figure(say.change(names.metric(attribute)), text);
  if (isDifference) return figure(say.apart(condition.attributes.map(names.metric).join(say.and)), text);
  return { name: names.metric(attribute), value: text, isPlain: true, isReading: true };
}

/**
 * What the value was beyond, to go on with after it: "below 20 %".
 * @returns undefined: there is no such level, or it says nothing more than the value.
 */
export function levelWords(
  { type, attributes, level }: Pick<RaisedBy, "type" | "attributes" | "level">,
  locale: LocaleCode,
  names: MeasuredNames,
): string | undefined {
  if (level === null || type === "stuck") return undefined;
  const { levels } = phrases[locale];
  const direction = directionOf({ type, attributes }, level);
  const [low = Number.NaN, high = Number.NaN] = typeof level === "number" ? [level] : level;
  const [attribute = ""] = attributes;
  const text = (value: number) => {
    if (attribute === "hours_to_reserve") return hoursAheadText(value, locale);
    const isShare = shareTypes.has(type) || isForecast(attribute);
    return isShare ? percentText(value, locale) : levelText(attribute, value, locale, names, differenceTypes.has(type));
  };
  if (direction === "up") return levels.above(text(low));
  if (direction === "down") return levels.below(text(low));
  if (direction === "outside" || direction === "inside") return levels[direction](text(low), text(high));
  return undefined;
}

/** Every digit of a level counts, in the unit that a measured value has beside it: "1.5 kW", "12.5 %". */
function levelText(
  metric: string,
  level: number,
  locale: LocaleCode,
  names: MeasuredNames,
  isDifference: boolean,
): string {
  const unit = quantityOf(metric, isDifference);
  return unit === undefined ? names.value(metric, level) : formatExactText(level, unit, locale);
}

/** Is the value of such a condition what lies between two readings? Of what did not move it is a reading itself. */
export function isMeasuredApart({ type }: Pick<Looking, "type">): boolean {
  return type !== "stuck" && differenceTypes.has(type);
}

/**
 * A measured value as on every other screen; with more digits only where it would read as the level that it is beyond:
 * "19.6 %, below 20 %".
 * @param levels In the unit of the metric.
 * @param isDifference The value lies between two readings.
 */
export function measuredText(
  metric: string,
  value: number,
  levels: readonly number[],
  locale: LocaleCode,
  names: Pick<MeasuredNames, "value">,
  isDifference = false,
): string {
  const unit = quantityOf(metric, isDifference);
  if (unit === undefined) return names.value(metric, value);
  const text = formatQuantityText(value, unit, locale);
  const readsAsLevel = levels.some((level) => level !== value && formatQuantityText(level, unit, locale) === text);
  return readsAsLevel ? formatExactText(Number(value.toPrecision(4)), unit, locale) : text;
}

/** Undefined: a word says it better, or nobody knows its unit. */
function quantityOf(metric: string, isDifference: boolean): QuantityUnit | undefined {
  const known = findMetric(metric);
  if (known === undefined || known.unit === "bool" || known.states !== undefined) return undefined;
  return isDifference ? differenceOf(known.unit) : known.unit;
}

export function levelsOf({ level, threshold, critical }: Levelled = {}): number[] {
  return [level, threshold, critical?.threshold].flatMap((one) => one ?? []);
}

const percentText = (percent: number, locale: LocaleCode) =>
  `${formatNumber(percent, locale, { maximumFractionDigits: 0 })}\u00A0%`;

const figure = (name: string, value: string): Measured => ({ name, value, isPlain: true, isReading: false });

function isForecast(attribute: string | null): attribute is Forecast {
  return (forecastAttributes as readonly (string | null)[]).includes(attribute);
}

/** The condition that a figure is of; undefined: it may be one of several, or is not known. */
export function conditionOf<Condition extends Looking>(
  conditions: readonly Condition[],
  { attribute, content }: { attribute: string | null; content: string },
): Condition | undefined {
  const fitting = conditions.filter(({ type, attributes }) => {
    if (attribute === null) return figureTypes.has(type);
    if (attribute === cutAttribute) return type === "cut";
    return !figureTypes.has(type) && (attribute === "" ? attributes.length === 0 : attributes.includes(attribute));
  });
  const named = fitting.filter(({ name }) => name === content);
  const [first, ...others] = named.length > 0 ? named : fitting;
  return others.every(({ type }) => type === first?.type) ? first : undefined;
}

function isCounted({ type }: Looking): boolean {
  return type === "event" || type === "command" || type === "repeats";
}

function countedName({ type, attributes }: Looking, say: Phrases, { output }: MeasuredNames): string {
  if (type === "repeats") return say.times;
  if (type === "command") return say.commands(attributes.map(output).join(say.or));
  return say.events(attributes.map(say.code).join(say.or));
}

function figureName({ type, attributes }: Looking, say: Phrases, { metric }: MeasuredNames): string {
  const [first = ""] = attributes;
  if (type === "bundle") return say.bundles[first as Bundle];
  if (type === "neighbours") return say.neighbours;
  return type === "budget" ? say.budget(metric(first)) : say.expected(metric(first));
}
