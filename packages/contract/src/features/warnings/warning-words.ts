import type { LocaleCode } from "../../core/constants.ts";
import { findMetric } from "../telemetry/metrics.ts";
import { english, french, type Phrases } from "./warning-phrases.ts";
import { budgetUnits, differenceTypes, shareTypes, warningTypes } from "./warning-types.ts";
import type { WarningCondition, WarningGuard, WarningOverride, WarningRule } from "./warnings.schema.ts";

/** What a rule warns of, as one sentence for people. Pure: names and figures come from whoever shows it. */

export interface WarningNames {
  output: (target: string) => string;
  metric: (name: string) => string;
  /**
   * With its unit; of a metric with states: the word of the state.
   * @param isDifference It lies between two values of the metric.
   */
  value: (metric: string, value: number, isDifference?: boolean) => string;
  duration: (seconds: number) => string;
  /** Of a clock: 18:30 as "6:30 PM". */
  time: (time: string) => string;
  /** 1 is Monday. */
  weekday: (day: number) => string;
  /** The container, cluster or kit of an override. Left out where nobody knows their names: they are counted. */
  whose?: (own: WarningOverride) => string;
}

/** Overrides that the sentence says one by one; of more, it says how many. */
const saidOverrides = 3;

type Levels = Pick<WarningCondition, "threshold" | "clearAt">;

/** What is compared, how, and with what: the same shape for conditions and their guards. */
interface Compared extends Levels {
  type: WarningCondition["type"];
  attributes: readonly string[];
  not?: boolean | undefined;
  window?: number | undefined;
  counted?: WarningGuard | undefined;
  budget?: WarningCondition["budget"];
}

const nbsp = "\u00A0";
const lowered = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
const quoted = (text: string) => `«${nbsp}${text}${nbsp}»`;

/** @returns One sentence: "Warns when state of charge is below 20 % for 10 min (until it is back at 25 %)." */
export function warningSentence(
  rule: Pick<WarningRule, "severity" | "match" | "conditions" | "activeHours">,
  locale: LocaleCode,
  names: WarningNames,
): string {
  const say = new Sentence(locale, names);
  const { starts, match } = say.phrases;
  // Between two conditions it would read as if both had to be critical.
  const [only, ...more] = rule.conditions.filter(({ critical }) => critical);
  const isLast = only !== undefined && more.length === 0 && rule.conditions.length > 1;
  const conditions = rule.conditions
    .map((condition) => say.condition(isLast ? { ...condition, critical: undefined } : condition))
    .join(match[rule.match]);
  return `${starts[rule.severity]} ${conditions}${isLast ? say.critical(only) : ""}${say.hours(rule.activeHours)}.`;
}

/** What a condition is judged by only while it is so, as its part of the sentence. */
export function guardWords(guard: WarningGuard, locale: LocaleCode, names: WarningNames): string {
  return new Sentence(locale, names).compared(guard);
}

class Sentence {
  readonly phrases: Phrases;
  readonly #isFrench: boolean;
  readonly #names: WarningNames;

  constructor(locale: LocaleCode, names: WarningNames) {
    this.#isFrench = locale === "fr";
    this.phrases = this.#isFrench ? french : english;
    this.#names = names;
  }

  condition(condition: WarningCondition): string {
    const { duration, when = [], type } = condition;
    const { guard, and } = this.phrases;
    const lasting = warningTypes[type].threshold === "count" ? "" : this.#lasting(duration);
    const guards = when.map((one) => this.compared(one)).join(and);
    return `${this.compared(condition)}${lasting}${this.#wayBack(condition)}${this.critical(condition)}${
      guards === "" ? "" : guard(guards)
    }${this.#overrides(condition)}`;
  }

  compared(condition: Compared): string {
    const { type, attributes, threshold, not = false, window = Number.NaN } = condition;
    const say = this.phrases;
    const [first = "", ...others] = attributes;
    const [low = Number.NaN, high = Number.NaN] = listOf(threshold);
    const value = (number: number) => this.#value(first, number, differenceTypes.has(type));
    const what = attributes.length > 1 ? say.anyOf(this.#metrics(attributes)) : this.#metric(first);
    const span = this.#names.duration(window);
    switch (type) {
      case "above":
      case "below":
        return say[type](what, value(low));
      case "outside":
      case "inside":
        return say[type](what, value(low), value(high));
      case "change":
        return low < 0 ? say.falls(what, value(-low), span) : say.rises(what, value(low), span);
      case "state":
        return say.is(what, listOf(threshold).map(value).join(say.or) || say.unnamed, not);
      case "cut":
        return say.cut;
      case "silent":
        return first === "" ? say.silent : say.silentOf(this.#metrics(attributes));
      case "spread":
        return say.apart(this.#metrics(attributes, say.andThing), value(low));
      case "stuck":
        return say.stuck(this.#metric(first), value(low), this.#metrics(others));
      case "compare": {
        const other = this.#metric(others[0] ?? "");
        const one = this.#metric(first);
        return low < 0 ? say.staysBelow(one, value(-low), other) : say.exceeds(one, value(low), other);
      }
      case "expected":
        return say.expected(
          this.#metric(first),
          percentOf(low),
          others[0] === undefined ? null : this.#metric(others[0]),
        );
      case "neighbours":
        return say.neighbours(percentOf(low));
      case "bundle":
        return (first === "data_used" ? say.dataUsed : say.dataProjected)(percentOf(low));
      case "repeats":
        return say.becomes(condition.counted ? this.compared(condition.counted) : say.unnamed, low, span);
      case "budget": {
        const { limit = Number.NaN, period = "month" } = condition.budget ?? {};
        return say.budget(this.#metric(first), percentOf(low), this.#limit(first, limit), period);
      }
      case "event":
        return say.events(attributes.map((code) => this.#quoted(code)).join(say.or) || say.unnamed, low, span);
      case "command":
        return say.commands(attributes.map(this.#names.output).join(say.or), low, low === 1 ? "" : span);
      case "forecast":
        return this.#forecast(first, low);
    }
  }

  hours(hours: WarningRule["activeHours"]): string {
    if (!hours) return "";
    const days = (hours.days ?? []).toSorted((one, other) => one - other).map(this.#names.weekday);
    return this.phrases.hours(this.#moment(hours.from), this.#moment(hours.to), days.join(", "));
  }

  #moment(moment: NonNullable<WarningRule["activeHours"]>["from"]): string {
    if ("time" in moment) return this.#names.time(moment.time);
    const { sun, offsetMinutes = 0 } = moment;
    const name = this.phrases.sun[sun];
    if (offsetMinutes === 0) return name;
    const time = this.#names.duration(Math.abs(offsetMinutes) * 60);
    return this.phrases.beside(time, offsetMinutes < 0 ? "before" : "after", name);
  }

  #forecast(attribute: string, level: number): string {
    const { hoursLeft, lowestSoc, chance } = this.phrases;
    if (attribute === "hours_to_reserve") return hoursLeft(this.#value(attribute, level));
    return (attribute === "lowest_soc" ? lowestSoc : chance)(this.#value(attribute, level));
  }

  #lasting(seconds: number): string {
    return seconds === 0 ? "" : this.phrases.lasting(this.#names.duration(seconds));
  }

  #wayBack(condition: WarningCondition): string {
    const until = this.#until(condition, condition.clearAt);
    return until === "" ? "" : ` (${until})`;
  }

  #until(condition: WarningCondition, clearAt: WarningCondition["clearAt"]): string {
    const [low, high] = listOf(clearAt);
    if (low === undefined) return "";
    const value = (number: number) => this.#level(condition, number);
    return high === undefined ? this.phrases.until(value(low)) : this.phrases.untilBoth(value(low), value(high));
  }

  #overrides(condition: WarningCondition): string {
    const { overrides = [] } = condition;
    const { whose } = this.#names;
    const { but, ownOf, ownOfSome } = this.phrases;
    if (overrides.length === 0) return "";
    if (!whose || overrides.length > saidOverrides) return but([ownOfSome(overrides.length)]);
    return but(overrides.map((own) => ownOf(whose(own), own.off ? null : this.#ownLevels(condition, own))));
  }

  #ownLevels(condition: WarningCondition, { threshold, clearAt, duration }: WarningOverride): string {
    const isList = warningTypes[condition.type].threshold === "list";
    const states = listOf(threshold).map((one) => this.#level(condition, one));
    const level =
      isList && states.length > 0
        ? this.phrases.beyond(states.join(this.phrases.or))
        : this.#levelWords(condition, listOf(threshold));
    // A clear level belongs to its threshold: that of the others does not hold beside an own one.
    const isOwn = condition.clearAt !== undefined && threshold !== undefined;
    const until = this.#until(condition, clearAt ?? (isOwn ? threshold : undefined));
    return `${level}${duration === undefined ? "" : this.phrases.after(this.#names.duration(duration))}${
      until === "" ? "" : ` ${until}`
    }`;
  }

  /** Its thresholds are not all in the unit of what it looks at. */
  #level({ type, attributes }: WarningCondition, number: number): string {
    if (shareTypes.has(type)) return percentOf(number);
    return this.#value(attributes[0] ?? "", number, differenceTypes.has(type));
  }

  critical(condition: WarningCondition): string {
    const { critical } = condition;
    if (!critical) return "";
    const { after } = this.phrases;
    const { duration } = critical;
    const level = this.#levelWords(condition, listOf(critical.threshold));
    return this.phrases.critical(level, duration === undefined ? "" : after(this.#names.duration(duration)));
  }

  #levelWords(condition: WarningCondition, [low, high]: readonly number[]): string {
    const { type, threshold, window } = condition;
    const { beyond, beyondBoth, often } = this.phrases;
    if (low === undefined) return "";
    if (warningTypes[type].threshold === "count") {
      const isUnsaid = type === "command" && threshold === 1 && window !== undefined;
      return often(`${low}`, isUnsaid ? this.#names.duration(window) : "");
    }
    const value = (number: number) => this.#level(condition, number);
    return high === undefined ? beyond(value(low)) : beyondBoth(value(low), value(high));
  }

  #value(attribute: string, value: number, isDifference = false): string {
    if (!Number.isFinite(value)) return this.phrases.unnamed;
    if (attribute === "hours_to_reserve") return this.#names.duration(value * 3_600);
    if (attribute === "lowest_soc" || attribute === "chance") return `${value}${nbsp}%`;
    // Neither codes nor outputs have a unit: these are counts.
    return this.#names.value(attribute, value, isDifference);
  }

  /** As its field shows it. */
  #limit(meter: string, limit: number): string {
    const own = budgetUnits[findMetric(meter)?.unit ?? ""];
    if (!own || !Number.isFinite(limit)) return this.#value(meter, limit);
    return `${(limit / own.factor).toLocaleString(this.#isFrench ? "fr" : "en")}${nbsp}${own.unit}`;
  }

  #metrics(names: readonly string[], last = this.phrases.or): string {
    const all = names.map((name) => this.#metric(name));
    return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")}${last}${all.at(-1)}`;
  }

  #metric(name: string): string {
    if (name === "") return this.phrases.unnamed;
    const text = this.#names.metric(name);
    return this.#isFrench ? quoted(text) : lowered(text);
  }

  #quoted(text: string): string {
    return this.#isFrench ? quoted(text) : `“${text}”`;
  }
}

function percentOf(number: number): string {
  return Number.isFinite(number) ? `${number}${nbsp}%` : "…";
}

function listOf(threshold: WarningCondition["threshold"]): readonly number[] {
  if (threshold === undefined) return [];
  return typeof threshold === "number" ? [threshold] : threshold;
}
