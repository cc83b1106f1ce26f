import type { budgetPeriods } from "./warning-types.ts";
import type { WarningRule } from "./warnings.schema.ts";

/** The parts of the sentence of a rule, in each language. */

export interface Phrases {
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
  cut: string;
  silent: string;
  silentOf: (what: string) => string;
  apart: (what: string, value: string) => string;
  stuck: (what: string, value: string, others: string) => string;
  exceeds: (one: string, value: string, other: string) => string;
  staysBelow: (one: string, value: string, other: string) => string;
  /** @param light Null: that of a clear sky. */
  expected: (what: string, percent: string, light: string | null) => string;
  neighbours: (percent: string) => string;
  dataUsed: (percent: string) => string;
  dataProjected: (percent: string) => string;
  becomes: (what: string, count: number, window: string) => string;
  budget: (what: string, percent: string, limit: string, period: (typeof budgetPeriods)[number]) => string;
  events: (codes: string, count: number, window: string) => string;
  /** @param window Empty: it does not matter, as one is enough. */
  commands: (outputs: string, count: number, window: string) => string;
  hoursLeft: (hours: string) => string;
  lowestSoc: (percent: string) => string;
  chance: (percent: string) => string;
  lasting: (time: string) => string;
  until: (value: string) => string;
  untilBoth: (low: string, high: string) => string;
  critical: (level: string, after: string) => string;
  after: (time: string) => string;
  beyond: (value: string) => string;
  beyondBoth: (low: string, high: string) => string;
  /** So many times or more. @param window Empty: it was said before. */
  often: (count: string, window: string) => string;
  guard: (conditions: string) => string;
  /** What holds elsewhere. @param levels Null: it does not apply there. */
  ownOf: (whose: string, levels: string | null) => string;
  /** Of several, without saying what. */
  ownOfSome: (count: number) => string;
  but: (owns: readonly string[]) => string;
  /** Between conditions, and between things. */
  and: string;
  andThing: string;
  sun: Record<"sunrise" | "sunset", string>;
  beside: (time: string, side: "before" | "after", sun: string) => string;
  hours: (from: string, to: string, days: string) => string;
  unnamed: string;
}

export const english: Phrases = {
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
  cut: "the loads have no power",
  silent: "nothing arrives from the container",
  silentOf: (what) => `no value arrives of ${what}`,
  apart: (what, value) => `${what} are more than ${value} apart`,
  stuck: (what, value, others) => `${what} does not move by more than ${value} while ${others} does`,
  exceeds: (one, value, other) => `${one} is more than ${value} above ${other}`,
  staysBelow: (one, value, other) => `${one} is more than ${value} below ${other}`,
  expected: (what, percent, light) =>
    `${what} is below ${percent} of what it usually is ${light === null ? "under a clear sky" : `with as much ${light}`}`,
  neighbours: (percent) => `the panels give less than ${percent} of what those of neighbouring containers give`,
  dataUsed: (percent) => `more than ${percent} of the data bundle is used`,
  dataProjected: (percent) => `more than ${percent} of the data bundle will be used by its renewal`,
  becomes: (what, count, window) =>
    `it happens ${count === 1 ? "once" : `${count} times`} or more within ${window} that ${what}`,
  budget: (what, percent, limit, period) => `${what} grows by more than ${percent} of ${limit} in the ${period}`,
  events: (codes, count, window) =>
    `${codes} is reported ${count === 1 ? "once" : `${count} times`} or more within ${window}`,
  commands: (outputs, count, window) =>
    `${count === 1 ? "a command" : `${count} commands`} ${outputs === "" ? "" : `to ${outputs} `}${
      count === 1 ? "is" : "are"
    } not carried out${window === "" ? "" : ` within ${window}`}`,
  hoursLeft: (hours) => `the forecast leaves less than ${hours} until the cut-off`,
  lowestSoc: (percent) => `the forecast expects a charge below ${percent}`,
  chance: (percent) => `the forecast sees the cut-off reached with a chance above ${percent}`,
  lasting: (time) => ` for ${time}`,
  until: (value) => `until it is back at ${value}`,
  untilBoth: (low, high) => `until it is back between ${low} and ${high}`,
  critical: (level, after) => `, critical${level}${after}`,
  after: (time) => ` after ${time}`,
  beyond: (value) => ` at ${value}`,
  beyondBoth: (low, high) => ` at ${low} and ${high}`,
  often: (count, window) => ` from ${count} ${window === "" ? "on" : `within ${window}`}`,
  guard: (conditions) => `, as long as ${conditions}`,
  ownOf: (whose, levels) => (levels === null ? `not for ${whose}` : `for ${whose}${levels}`),
  ownOfSome: (count) =>
    `differently for ${count === 1 ? "1 container, cluster or kit" : `${count} containers, clusters or kits`}`,
  but: (owns) => ` (but ${owns.join("; ")})`,
  and: " and ",
  andThing: " and ",
  sun: { sunrise: "sunrise", sunset: "sunset" },
  beside: (time, side, sun) => `${time} ${side} ${sun}`,
  hours: (from, to, days) => `, only between ${from} and ${to}${days === "" ? "" : ` on ${days}`}`,
  unnamed: "…",
};

export const french: Phrases = {
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
  cut: "les charges ne sont plus alimentées",
  silent: "plus rien n’arrive du conteneur",
  silentOf: (what) => `plus aucune valeur n’arrive de ${what}`,
  apart: (what, value) => `${what} s’écartent de plus de ${value}`,
  stuck: (what, value, others) => `${what} ne bouge pas de plus de ${value} alors que ${others} bouge`,
  exceeds: (one, value, other) => `${one} dépasse ${other} de plus de ${value}`,
  staysBelow: (one, value, other) => `${one} reste de plus de ${value} sous ${other}`,
  expected: (what, percent, light) =>
    `${what} est en dessous de ${percent} de sa valeur habituelle ${light === null ? "par ciel clair" : `pour autant de ${light}`}`,
  neighbours: (percent) =>
    `les panneaux produisent moins de ${percent} de ce que produisent ceux des conteneurs voisins`,
  dataUsed: (percent) => `plus de ${percent} du forfait de données est utilisé`,
  dataProjected: (percent) => `plus de ${percent} du forfait de données sera utilisé d’ici au renouvellement`,
  becomes: (what, count, window) => `il arrive au moins ${count} fois en ${window} que ${what}`,
  budget: (what, percent, limit, period) =>
    `${what} augmente de plus de ${percent} de ${limit} dans ${{ day: "la journée", week: "la semaine", month: "le mois" }[period]}`,
  events: (codes, count, window) => `${codes} est signalé au moins ${count} fois en ${window}`,
  commands: (outputs, count, window) =>
    `${count === 1 ? "une commande" : `${count} commandes`} ${outputs === "" ? "" : `de ${outputs} `}${
      count === 1 ? "n’est pas exécutée" : "ne sont pas exécutées"
    }${window === "" ? "" : ` en ${window}`}`,
  hoursLeft: (hours) => `la prévision laisse moins de ${hours} avant le seuil de coupure`,
  lowestSoc: (percent) => `la prévision attend une charge de batterie en dessous de ${percent}`,
  chance: (percent) => `la prévision voit le seuil de coupure atteint avec une probabilité de plus de ${percent}`,
  lasting: (time) => ` depuis ${time}`,
  until: (value) => `jusqu’au retour à ${value}`,
  untilBoth: (low, high) => `jusqu’au retour entre ${low} et ${high}`,
  critical: (level, after) => `, critique${level}${after}`,
  after: (time) => ` après ${time}`,
  beyond: (value) => ` à ${value}`,
  beyondBoth: (low, high) => ` à ${low} et ${high}`,
  often: (count, window) => ` à partir de ${count}${window === "" ? "" : ` en ${window}`}`,
  guard: (conditions) => `, tant que ${conditions}`,
  ownOf: (whose, levels) => (levels === null ? `pas pour ${whose}` : `pour ${whose}${levels}`),
  ownOfSome: (count) =>
    `autrement pour ${count === 1 ? "1 conteneur, groupe ou kit" : `${count} conteneurs, groupes ou kits`}`,
  but: (owns) => ` (mais ${owns.join("\u00A0; ")})`,
  and: " et que ",
  andThing: " et ",
  sun: { sunrise: "le lever du soleil", sunset: "le coucher du soleil" },
  beside: (time, side, sun) => `${time} ${side === "before" ? "avant" : "après"} ${sun}`,
  hours: (from, to, days) => `, seulement entre ${from} et ${to}${days === "" ? "" : ` (${days})`}`,
  unnamed: "…",
};
