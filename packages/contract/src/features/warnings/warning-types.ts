import { eventLevels } from "../notifications/notification-types.ts";

/** The types of conditions and what each needs. No schema library here: screens import it whole. */

export const warningTypes = {
  above: { least: 1, most: 16, reads: "values", threshold: "number" },
  below: { least: 1, most: 16, reads: "values", threshold: "number" },
  outside: { least: 1, most: 16, reads: "values", threshold: "pair" },
  inside: { least: 1, most: 16, reads: "values", threshold: "pair" },
  /** What a value gained within the window; below 0: what it lost. */
  change: { least: 1, most: 1, reads: "values", threshold: "number", hasWindow: true, remembers: true },
  state: { least: 1, most: 16, reads: "values", threshold: "list" },
  /** The loads have no power, by all that its readings show of them (`loadMetrics`). */
  cut: { least: 0, most: 0, reads: "values", threshold: "none", remembers: true },
  /** No frame of the container, or no value of a metric while other values come. */
  silent: { least: 0, most: 16, reads: "silence", threshold: "none" },
  /** Largest minus smallest. */
  spread: { least: 2, most: 16, reads: "values", threshold: "number" },
  /** The first does not move by more than the threshold although one of the others does. */
  stuck: { least: 2, most: 16, reads: "values", threshold: "number", remembers: true },
  /** The first minus the second. */
  compare: { least: 2, most: 2, reads: "values", threshold: "number" },
  /** The first in per cent of what it was before for as much of the second: of light, which the clear sky stands for else. */
  expected: { least: 1, most: 2, reads: "values", threshold: "number", remembers: true },
  /** How often something became so within the window (`counted`). */
  repeats: { least: 0, most: 0, reads: "values", threshold: "count", hasWindow: true, remembers: true },
  /** How much a meter grew in a day, a week or a month of the place, in per cent of a limit (`budget`). */
  budget: { least: 1, most: 1, reads: "values", threshold: "number", remembers: true },
  /** What the panels give for their peak power, in per cent of the median of their neighbours, by whole days. */
  neighbours: { least: 0, most: 0, reads: "neighbours", threshold: "number" },
  /** How much of the bundle of its SIM card is used, or will be by its renewal, in per cent. */
  bundle: { least: 1, most: 1, reads: "bundle", threshold: "number" },
  event: { least: 1, most: 16, reads: "events", threshold: "count", hasWindow: true },
  forecast: { least: 1, most: 1, reads: "forecast", threshold: "number" },
  /** Commands that were not carried out. Without attributes: to whatever output. */
  command: { least: 0, most: 16, reads: "commands", threshold: "count", hasWindow: true },
} as const satisfies Record<
  string,
  {
    /** How many attributes. */
    least: number;
    most: number;
    reads: "values" | "silence" | "neighbours" | "bundle" | "events" | "forecast" | "commands";
    threshold: "number" | "pair" | "list" | "count" | "none";
    hasWindow?: true;
    /** Earlier readings count too: a single one says nothing. */
    remembers?: true;
  }
>;
export type WarningType = keyof typeof warningTypes;

/** Is the condition judged on this kind of input? */
export function isJudgedOn(
  { type, attributes }: { type: WarningType; attributes: readonly string[] },
  kind: "frame" | "tick",
): boolean {
  const { reads } = warningTypes[type];
  if (reads === "values") return kind === "frame";
  if (reads === "silence") return kind === "frame" || attributes.length === 0;
  return kind === "tick";
}

/** What is judged from the values of single frames, and so may be a guard. */
export const guardTypes = ["above", "below", "outside", "inside", "state", "spread", "compare"] as const;

/** Types whose levels are a share, in per cent, and not in the unit of what they look at. */
export const shareTypes: ReadonlySet<WarningType> = new Set(["expected", "neighbours", "budget", "bundle"]);

/** Types whose levels, and whose values where these are not readings, lie between two values of what they look at. */
export const differenceTypes: ReadonlySet<WarningType> = new Set(["change", "spread", "stuck", "compare"]);

export const budgetPeriods = ["day", "week", "month"] as const;

/** Units in which people give limits, of those that meters have; of the others it is their own. */
export const budgetUnits: Readonly<Record<string, { unit: string; factor: number }>> = {
  Wh: { unit: "kWh", factor: 1_000 },
  s: { unit: "h", factor: 3_600 },
};

export const forecastAttributes = ["hours_to_reserve", "lowest_soc", "chance"] as const;

export const bundleAttributes = ["data_projected", "data_used"] as const;

export const warningSeverities = eventLevels;
export type WarningSeverity = (typeof warningSeverities)[number];

/** What a rule could not be judged without. */
export const warningLacks = ["readings", "contact", "neighbours"] as const;
export type WarningLack = (typeof warningLacks)[number];

/** What somebody thinks of a warning. */
export const warningFeedback = ["useful", "expected", "noise"] as const;
export type WarningFeedback = (typeof warningFeedback)[number];

/** A rule that raises more often than once a day at each container, or sends more messages a week, is noisy. */
export const noisyFrom = { raisedPerContainerDay: 1, messagesPerWeek: 20 } as const;

export const warningLimits = {
  conditions: 8,
  guards: 3,
  overrides: 500,
  sites: 2_000,
  /** Of one person. */
  rules: 100,
  longestName: 64,
  longestText: 200,
  longestDurationS: 14 * 86_400,
  /** Containers of one cluster are neighbours, and those that are no further apart. */
  neighboursKm: 100,
  longestKeepForS: 86_400,
  longestWindowS: 86_400,
  /** How often something has to become so, at most: each time is remembered. */
  mostTimes: 100,
  keepForS: 300,
  backTestDays: 30,
  backTestContainers: 20,
  /** For how long somebody may mute, hours. */
  muteHours: [1, 8, 24],
} as const;
