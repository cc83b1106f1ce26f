import type { LocaleCode } from "../../core/constants.ts";
import type { Moment } from "../../core/moments.ts";
import type { Action, Automation, Condition, Trigger } from "./automations.schema.ts";

/** What an automation does, as one sentence for people. Pure: names and figures come from whoever shows it. */

export interface AutomationNames {
  output: (target: string) => string;
  metric: (name: string) => string;
  /** With its unit; of a metric that is on or off: "on". */
  value: (metric: string, value: number) => string;
  duration: (seconds: number) => string;
  /** Of a clock: 18:30 as "6:30 PM". */
  time: (time: string) => string;
  /** 1 is Monday. */
  weekday: (day: number) => string;
}

type Side = "before" | "after";
type Comparison = "above" | "below" | "equal";

interface Phrases {
  keeps: (output: string, isOn: boolean, condition: string) => string;
  when: (triggers: string, condition: string, actions: string) => string;
  sets: (output: string, isOn: boolean, end: string) => string;
  forTime: (time: string) => string;
  until: (moment: string, isPlainSun: boolean) => string;
  waits: (time: string) => string;
  notifies: (text: string) => string;
  decides: (condition: string, actions: string, others: string) => string;
  onlyIf: (condition: string) => string;
  compares: (metric: string, apart: string, is: Comparison, value: string) => string;
  wayBack: (value: string) => string;
  lasting: (time: string) => string;
  without: (output: string) => string;
  output: (output: string, isOn: boolean) => string;
  between: (from: string, to: string) => string;
  /** The sun's rise or set as one end of a span. */
  edge: (sun: string) => string;
  onDays: (days: string) => string;
  sun: (is: "up" | "down") => string;
  /** Of clocks: "at 6:30 PM". */
  atTime: (time: string) => string;
  sunMoment: (sun: "sunrise" | "sunset", offset?: { time: string; side: Side }) => string;
  atSun: (sun: string, isOffset: boolean) => string;
  groups: { all: string; any: string; none: (conditions: string) => string };
  nested: (text: string) => string;
  becomes: (condition: string) => string;
  next: string;
  or: string;
}

const lowered = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

const english: Phrases = {
  keeps: (output, isOn, condition) => `Keeps ${output} ${isOn ? "on" : "off"} while ${condition}.`,
  when: (triggers, condition, actions) => `${triggers}${condition}: ${actions}.`,
  sets: (output, isOn, end) => `switch ${output} ${isOn ? "on" : "off"} ${end}`,
  forTime: (time) => `for ${time}`,
  until: (moment) => `until ${moment}`,
  waits: (time) => `wait ${time}`,
  notifies: (text) => `notify people: “${text}”`,
  decides: (condition, actions, others) => `if ${condition}, ${actions}${others === "" ? "" : `, otherwise ${others}`}`,
  onlyIf: (condition) => `, if ${condition}`,
  compares: (metric, apart, is, value) => `the ${lowered(metric)}${apart} is ${is === "equal" ? "" : `${is} `}${value}`,
  wayBack: (value) => ` (until it is back at ${value})`,
  lasting: (time) => ` for ${time}`,
  without: (output) => `, not counting ${output},`,
  output: (output, isOn) => `${output} is ${isOn ? "on" : "off"}`,
  between: (from, to) => `it is between ${from} and ${to}`,
  edge: (sun) => sun,
  onDays: (days) => ` on ${days}`,
  sun: (is) => `the sun is ${is}`,
  atTime: (time) => `at ${time}`,
  sunMoment: (sun, offset) => (offset ? `${offset.time} ${offset.side} ${sun}` : sun),
  atSun: (sun, isOffset) => (isOffset ? sun : `at ${sun}`),
  groups: { all: " and ", any: " or ", none: (conditions) => `none of these is true: ${conditions}` },
  nested: (text) => `(${text})`,
  becomes: (condition) => `when ${condition}`,
  next: ", then ",
  or: " or ",
};

const sunNames = { sunrise: "lever du soleil", sunset: "coucher du soleil" } as const;
const frenchSides = { before: "avant le", after: "après le" } as const;
const frenchComparisons = { above: "est au-dessus de", below: "est en dessous de", equal: "vaut" } as const;

const french: Phrases = {
  keeps: (output, isOn, condition) =>
    `Garde ${output} ${isOn ? "sous tension" : "hors tension"} tant que ${condition}.`,
  when: (triggers, condition, actions) => `${triggers}${condition}\u00A0: ${actions}.`,
  sets: (output, isOn, end) => (isOn ? `mettre ${output} sous tension ${end}` : `couper ${output} ${end}`),
  forTime: (time) => `pendant ${time}`,
  until: (moment, isPlainSun) => `${isPlainSun ? "jusqu’au" : "jusqu’à"} ${moment}`,
  waits: (time) => `attendre ${time}`,
  notifies: (text) => `prévenir\u00A0: «\u00A0${text}\u00A0»`,
  decides: (condition, actions, others) => `si ${condition}, ${actions}${others === "" ? "" : `, sinon ${others}`}`,
  onlyIf: (condition) => `, si ${condition}`,
  compares: (metric, apart, is, value) => `«\u00A0${metric}\u00A0»${apart} ${frenchComparisons[is]} ${value}`,
  wayBack: (value) => ` (jusqu’au retour à ${value})`,
  lasting: (time) => ` depuis ${time}`,
  without: (output) => `, sans compter ${output},`,
  output: (output, isOn) => `${output} est ${isOn ? "sous tension" : "hors tension"}`,
  between: (from, to) => `l’heure est entre ${from} et ${to}`,
  edge: (sun) => `le ${sun}`,
  onDays: (days) => ` (${days})`,
  sun: (is) => (is === "up" ? "le soleil est levé" : "le soleil est couché"),
  atTime: (time) => `à ${time}`,
  sunMoment: (sun, offset) => (offset ? `${offset.time} ${frenchSides[offset.side]} ${sunNames[sun]}` : sunNames[sun]),
  atSun: (sun, isOffset) => (isOffset ? sun : `au ${sun}`),
  groups: { all: " et que ", any: " ou que ", none: (conditions) => `rien de ceci n’est vrai\u00A0: ${conditions}` },
  nested: (text) => `(${text})`,
  becomes: (condition) => `quand ${condition}`,
  next: ", puis ",
  or: " ou ",
};

/** @returns One sentence: "Keeps Relay 3 off while the state of charge is below 40 %." */
export function automationSentence(automation: Automation, locale: LocaleCode, names: AutomationNames): string {
  const say = new Sentence(locale === "fr" ? french : english, names);
  return capital(automation.kind === "keep" ? say.keeps(automation) : say.runs(automation));
}

/** A condition by itself: "State of charge is below 40 %". */
export function conditionWords(condition: Condition, locale: LocaleCode, names: AutomationNames): string {
  return capital(new Sentence(locale === "fr" ? french : english, names).condition(condition));
}

/** What sets an automation off, by itself: "At 6:30 pm", "When the door is open". */
export function triggerWords(trigger: Trigger, locale: LocaleCode, names: AutomationNames): string {
  return capital(new Sentence(locale === "fr" ? french : english, names).trigger(trigger));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

class Sentence {
  readonly #phrases: Phrases;
  readonly #names: AutomationNames;

  constructor(phrases: Phrases, names: AutomationNames) {
    this.#phrases = phrases;
    this.#names = names;
  }

  keeps({ output, to, while: condition }: Extract<Automation, { kind: "keep" }>): string {
    return this.#phrases.keeps(this.#names.output(output), to, this.condition(condition));
  }

  runs({ when, if: condition, do: actions }: Extract<Automation, { kind: "run" }>): string {
    const triggers = when.map((trigger) => this.trigger(trigger)).join(this.#phrases.or);
    const only = condition ? this.#phrases.onlyIf(this.condition(condition)) : "";
    return this.#phrases.when(triggers, only, this.#actions(actions));
  }

  condition(condition: Condition, isNested = false): string {
    const { groups, nested, sun } = this.#phrases;
    if (condition.kind === "sun") return sun(condition.is);
    if (condition.kind === "time") return this.#between(condition);
    if (condition.kind !== "group") return this.#lasting(condition);
    const { match, of } = condition;
    const isAlone = of.length === 1 && match !== "none";
    const parts = of.map((one) => this.condition(one, !isAlone));
    if (isAlone) return parts.join("");
    const text = match === "none" ? groups.none(parts.join(", ")) : parts.join(groups[match]);
    return isNested ? nested(text) : text;
  }

  #between({ from, to, days }: Extract<Condition, { kind: "time" }>): string {
    const text = this.#phrases.between(this.#edge(from), this.#edge(to));
    return `${text}${this.#days(days)}`;
  }

  /** @param isEdge It counts when it becomes so: the way back does not matter. */
  #lasting(condition: Extract<Condition, { kind: "metric" | "output" }>, isEdge = false): string {
    const { forSeconds } = condition;
    const lasting = forSeconds === undefined ? "" : this.#phrases.lasting(this.#names.duration(forSeconds));
    if (condition.kind === "output")
      return `${this.#phrases.output(this.#names.output(condition.output), condition.isOn)}${lasting}`;
    const { metric, is, value, until, without } = condition;
    const apart = without ? this.#phrases.without(this.#names.output(without.output)) : "";
    const text = this.#phrases.compares(this.#names.metric(metric), apart, is, this.#names.value(metric, value));
    const back = until === undefined || isEdge ? "" : this.#phrases.wayBack(this.#names.value(metric, until));
    return `${text}${lasting}${back}`;
  }

  trigger(trigger: Trigger): string {
    if (trigger.kind !== "moment") return this.#phrases.becomes(this.#lasting(trigger, true));
    const { at, days } = trigger;
    const moment = this.#moment(at);
    const { atTime, atSun } = this.#phrases;
    return `${"time" in at ? atTime(moment) : atSun(moment, Boolean(at.offsetMinutes))}${this.#days(days)}`;
  }

  #moment(moment: Moment): string {
    if ("time" in moment) return this.#names.time(moment.time);
    const { sun, offsetMinutes = 0 } = moment;
    if (offsetMinutes === 0) return this.#phrases.sunMoment(sun);
    const time = this.#names.duration(Math.abs(offsetMinutes) * 60);
    return this.#phrases.sunMoment(sun, { time, side: offsetMinutes < 0 ? "before" : "after" });
  }

  /** Of a span: French puts an article before the sun. */
  #edge(moment: Moment): string {
    const text = this.#moment(moment);
    return "sun" in moment && !moment.offsetMinutes ? this.#phrases.edge(text) : text;
  }

  #days(days: readonly number[] | undefined): string {
    if (!days) return "";
    const names = days.toSorted((one, other) => one - other).map((day) => this.#names.weekday(day));
    return this.#phrases.onDays(names.join(", "));
  }

  #actions(actions: readonly Action[]): string {
    return actions.map((action) => this.#action(action)).join(this.#phrases.next);
  }

  #action(action: Action): string {
    const { waits, notifies, decides, sets, forTime, until } = this.#phrases;
    if (action.kind === "wait") return waits(this.#names.duration(action.seconds));
    if (action.kind === "notify") return notifies(action.text.replace(/\.$/, ""));
    if (action.kind === "if") {
      const { condition, do: first, otherwise } = action;
      return decides(this.condition(condition), this.#actions(first), this.#actions(otherwise));
    }
    const { forSeconds, until: end } = action;
    const lasts = end
      ? until(this.#moment(end), "sun" in end && !end.offsetMinutes)
      : forTime(this.#names.duration(forSeconds ?? 0));
    return sets(this.#names.output(action.output), action.to, lasts);
  }
}
