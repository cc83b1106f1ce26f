import type { LocaleCode } from "../../core/constants.ts";
import { warningTypes } from "./warning-types.ts";
import type { WarningCondition, WarningGuard, WarningRule } from "./warnings.schema.ts";

/** What a rule warns of, as one sentence for people. Pure: names and figures come from whoever shows it. */

export interface WarningNames {
  output: (target: string) => string;
  metric: (name: string) => string;
  /** With its unit; of a metric with states: the word of the state. */
  value: (metric: string, value: number) => string;
  duration: (seconds: number) => string;
  /** Of a clock: 18:30 as "6:30 PM". */
  time: (time: string) => string;
  /** 1 is Monday. */
  weekday: (day: number) => string;
}

type Levels = Pick<WarningCondition, "threshold" | "clearAt">;

/** What is compared, how, and with what: the same shape for conditions and their guards. */
interface Compared extends Levels {
  type: WarningCondition["type"];
  attributes: readonly string[];
  not?: boolean | undefined;
  window?: number | undefined;
}

interface Phrases {
  starts: Record<WarningRule["severity"], string>;
  match: Record<WarningRule["match"], string>;
  /** Several values, of which one is enough. */
  anyOf: (names: string) => string;
  or: string;
  above: (what: string, value: string) => string;
  below: (what: string, value: string) => string;
  outside: (what: string, low: string, high: string) => string;
  inside: (what: string, low: string, high: string) => string;
  rises: (what: string, value: string, window: string) => string;
  falls: (what: string, value: string, window: string) => string;
  is: (what: string, values: string, not: boolean) => string;
  silent: string;
  silentOf: (what: string) => string;
  apart: (what: string, value: string) => string;
  stuck: (what: string, value: string, others: string) => string;
  exceeds: (one: string, value: string, other: string) => string;
  staysBelow: (one: string, value: string, other: string) => string;
  /** @param light Null: that of a clear sky. */
  expected: (what: string, percent: string, light: string | null) => string;
  events: (codes: string, count: number, window: string) => string;
  /** @param window Empty: it does not matter, as one is enough. */
  commands: (outputs: string, count: number, window: string) => string;
  hoursLeft: (hours: string) => string;
  lowestSoc: (percent: string) => string;
  chance: (percent: string) => string;
  lasting: (time: string) => string;
  wayBack: (value: string) => string;
  wayBackTo: (low: string, high: string) => string;
  critical: (level: string, after: string) => string;
  after: (time: string) => string;
  beyond: (value: string) => string;
  beyondBoth: (low: string, high: string) => string;
  /** So many times or more. @param window Empty: it was said before. */
  often: (count: string, window: string) => string;
  guard: (conditions: string) => string;
  /** Between conditions, and between things. */
  and: string;
  andThing: string;
  sun: Record<"sunrise" | "sunset", string>;
  beside: (time: string, side: "before" | "after", sun: string) => string;
  hours: (from: string, to: string, days: string) => string;
  unnamed: string;
}

const nbsp = "\u00A0";
const lowered = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
const quoted = (text: string) => `«${nbsp}${text}${nbsp}»`;

const english: Phrases = {
  starts: { info: "Informs when", warning: "Warns when", critical: "Raises the alarm when" },
  match: { all: " and ", any: " or " },
  anyOf: (names) => `one of ${names}`,
  or: " or ",
  above: (what, value) => `${what} is above ${value}`,
  below: (what, value) => `${what} is below ${value}`,
  outside: (what, low, high) => `${what} is not between ${low} and ${high}`,
  inside: (what, low, high) => `${what} is between ${low} and ${high}`,
  rises: (what, value, window) => `${what} rises by more than ${value} within ${window}`,
  falls: (what, value, window) => `${what} falls by more than ${value} within ${window}`,
  is: (what, values, not) => `${what} is ${not ? "not " : ""}${values}`,
  silent: "nothing arrives from the container",
  silentOf: (what) => `no value arrives of ${what}`,
  apart: (what, value) => `${what} are more than ${value} apart`,
  stuck: (what, value, others) => `${what} does not move by more than ${value} while ${others} does`,
  exceeds: (one, value, other) => `${one} is more than ${value} above ${other}`,
  staysBelow: (one, value, other) => `${one} is more than ${value} below ${other}`,
  expected: (what, percent, light) =>
    `${what} is below ${percent} of what it usually is ${light === null ? "under a clear sky" : `with as much ${light}`}`,
  events: (codes, count, window) =>
    `${codes} is reported ${count === 1 ? "once" : `${count} times`} or more within ${window}`,
  commands: (outputs, count, window) =>
    `${count === 1 ? "a command" : `${count} commands`} ${outputs === "" ? "" : `to ${outputs} `}${
      count === 1 ? "is" : "are"
    } not carried out${window === "" ? "" : ` within ${window}`}`,
  hoursLeft: (hours) => `the forecast leaves less than ${hours} until the loads are cut`,
  lowestSoc: (percent) => `the forecast expects a charge below ${percent}`,
  chance: (percent) => `the forecast sees a power cut with a chance above ${percent}`,
  lasting: (time) => ` for ${time}`,
  wayBack: (value) => ` (until it is back at ${value})`,
  wayBackTo: (low, high) => ` (until it is back between ${low} and ${high})`,
  critical: (level, after) => `, critical${level}${after}`,
  after: (time) => ` after ${time}`,
  beyond: (value) => ` at ${value}`,
  beyondBoth: (low, high) => ` at ${low} and ${high}`,
  often: (count, window) => ` from ${count} ${window === "" ? "on" : `within ${window}`}`,
  guard: (conditions) => `, as long as ${conditions}`,
  and: " and ",
  andThing: " and ",
  sun: { sunrise: "sunrise", sunset: "sunset" },
  beside: (time, side, sun) => `${time} ${side} ${sun}`,
  hours: (from, to, days) => `, only between ${from} and ${to}${days === "" ? "" : ` on ${days}`}`,
  unnamed: "…",
};

const french: Phrases = {
  starts: { info: "Informe quand", warning: "Alerte quand", critical: "Donne l’alarme quand" },
  match: { all: " et que ", any: " ou que " },
  anyOf: (names) => `l’une de ces valeurs, ${names},`,
  or: " ou ",
  above: (what, value) => `${what} est au-dessus de ${value}`,
  below: (what, value) => `${what} est en dessous de ${value}`,
  outside: (what, low, high) => `${what} n’est pas entre ${low} et ${high}`,
  inside: (what, low, high) => `${what} est entre ${low} et ${high}`,
  rises: (what, value, window) => `${what} monte de plus de ${value} en ${window}`,
  falls: (what, value, window) => `${what} baisse de plus de ${value} en ${window}`,
  is: (what, values, not) => (not ? `${what} ne vaut pas ${values}` : `${what} vaut ${values}`),
  silent: "plus rien n’arrive du conteneur",
  silentOf: (what) => `plus aucune valeur n’arrive de ${what}`,
  apart: (what, value) => `${what} s’écartent de plus de ${value}`,
  stuck: (what, value, others) => `${what} ne bouge pas de plus de ${value} alors que ${others} bouge`,
  exceeds: (one, value, other) => `${one} dépasse ${other} de plus de ${value}`,
  staysBelow: (one, value, other) => `${one} reste de plus de ${value} sous ${other}`,
  expected: (what, percent, light) =>
    `${what} est en dessous de ${percent} de sa valeur habituelle ${light === null ? "par ciel clair" : `pour autant de ${light}`}`,
  events: (codes, count, window) => `${codes} est signalé au moins ${count} fois en ${window}`,
  commands: (outputs, count, window) =>
    `${count === 1 ? "une commande" : `${count} commandes`} ${outputs === "" ? "" : `de ${outputs} `}${
      count === 1 ? "n’est pas exécutée" : "ne sont pas exécutées"
    }${window === "" ? "" : ` en ${window}`}`,
  hoursLeft: (hours) => `la prévision laisse moins de ${hours} avant la coupure des charges`,
  lowestSoc: (percent) => `la prévision attend une charge de batterie en dessous de ${percent}`,
  chance: (percent) => `la prévision voit une coupure avec une probabilité de plus de ${percent}`,
  lasting: (time) => ` depuis ${time}`,
  wayBack: (value) => ` (jusqu’au retour à ${value})`,
  wayBackTo: (low, high) => ` (jusqu’au retour entre ${low} et ${high})`,
  critical: (level, after) => `, critique${level}${after}`,
  after: (time) => ` après ${time}`,
  beyond: (value) => ` à ${value}`,
  beyondBoth: (low, high) => ` à ${low} et ${high}`,
  often: (count, window) => ` à partir de ${count}${window === "" ? "" : ` en ${window}`}`,
  guard: (conditions) => `, tant que ${conditions}`,
  and: " et que ",
  andThing: " et ",
  sun: { sunrise: "le lever du soleil", sunset: "le coucher du soleil" },
  beside: (time, side, sun) => `${time} ${side === "before" ? "avant" : "après"} ${sun}`,
  hours: (from, to, days) => `, seulement entre ${from} et ${to}${days === "" ? "" : ` (${days})`}`,
  unnamed: "…",
};

/** @returns One sentence: "Warns when state of charge is below 20 % for 10 min (until it is back at 25 %)." */
export function warningSentence(
  rule: Pick<WarningRule, "severity" | "match" | "conditions" | "activeHours">,
  locale: LocaleCode,
  names: WarningNames,
): string {
  const say = new Sentence(locale, names);
  const { starts, match } = say.phrases;
  const conditions = rule.conditions.map((condition) => say.condition(condition)).join(match[rule.match]);
  return `${starts[rule.severity]} ${conditions}${say.hours(rule.activeHours)}.`;
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
    return `${this.compared(condition)}${lasting}${this.#wayBack(condition)}${this.#critical(condition)}${
      guards === "" ? "" : guard(guards)
    }`;
  }

  compared({ type, attributes, threshold, not = false, window = Number.NaN }: Compared): string {
    const say = this.phrases;
    const [first = "", ...others] = attributes;
    const [low = Number.NaN, high = Number.NaN] = listOf(threshold);
    const value = (number: number) => this.#value(first, number);
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
    const [low, high] = listOf(condition.clearAt);
    if (low === undefined) return "";
    const value = (number: number) => this.#level(condition, number);
    return high === undefined ? this.phrases.wayBack(value(low)) : this.phrases.wayBackTo(value(low), value(high));
  }

  /** Its thresholds are not all in the unit of what it looks at. */
  #level({ type, attributes }: WarningCondition, number: number): string {
    return type === "expected" ? percentOf(number) : this.#value(attributes[0] ?? "", number);
  }

  #critical(condition: WarningCondition): string {
    const { critical } = condition;
    if (!critical) return "";
    const { after } = this.phrases;
    const { duration } = critical;
    const level = this.#criticalLevel(condition, listOf(critical.threshold));
    return this.phrases.critical(level, duration === undefined ? "" : after(this.#names.duration(duration)));
  }

  #criticalLevel(condition: WarningCondition, [low, high]: readonly number[]): string {
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

  #value(attribute: string, value: number): string {
    if (!Number.isFinite(value)) return this.phrases.unnamed;
    if (attribute === "hours_to_reserve") return this.#names.duration(value * 3_600);
    if (attribute === "lowest_soc" || attribute === "chance") return `${value}${nbsp}%`;
    // Neither codes nor outputs have a unit: these are counts.
    return this.#names.value(attribute, value);
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
