import type { WarningSeverity } from "./warning-types.ts";
import { cutAttribute } from "./cut-attribute.ts";
import { forecastAttributes, warningSeverities } from "./warning-types.ts";

/** What a warning was raised for where loads may lose their power: it stands before others that are as grave. */
export const powerAttributes: readonly string[] = [
  cutAttribute,
  ...forecastAttributes,
  "battery.soc",
  "inverter.state",
];

/** It has the hours until the cut as its value. */
export const hoursAttribute = "hours_to_reserve" satisfies (typeof forecastAttributes)[number];
const aheadAttributes: readonly (string | null)[] = [
  hoursAttribute,
  "chance",
] satisfies (typeof forecastAttributes)[number][];

/**
 * How much a warning is about the power of loads, which decides among those that are as grave: 2 they have none, 1 they will
 * be without, as far as a forecast tells; 0 for all else.
 */
export function cutRank(attribute: string | null): 0 | 1 | 2 {
  if (attribute === cutAttribute) return 2;
  return aheadAttributes.includes(attribute) ? 1 : 0;
}

/** Is it about the power of loads? */
export function isAboutPower(attribute: string | null): boolean {
  return attribute !== null && powerAttributes.includes(attribute);
}

interface Ranked {
  severity: WarningSeverity;
  attribute: string | null;
  /** In the unit of the attribute. */
  value: number | null;
  /** UTC: since when it is so, and when its rule was saved, if that found it so. */
  raisedAt: string;
  foundAt?: string | null | undefined;
  /** Somebody looks after it: it comes after what is as grave and nobody does. */
  isAttended?: boolean;
}

/** Since when loads are cut, or when they will be as it was forecast when it was raised, epoch ms; infinite: it does not say. */
function cutAtMs({ attribute, value, raisedAt, foundAt }: Ranked): number {
  if (attribute === cutAttribute) return Date.parse(raisedAt);
  if (attribute !== hoursAttribute || value === null) return Infinity;
  return Date.parse(foundAt ?? raisedAt) + value * 3_600_000;
}

/**
 * The one order of warnings and incidents that go on, for sorting: the gravest, as each line says first; of what is as grave,
 * loads without power, the longest cut first, then loads that will be without, the soonest first; then what may cost loads
 * their power. 0: all of that is the same.
 */
export function worstOfTwo(one: Ranked, other: Ranked): number {
  const [oneAt, otherAt] = [cutAtMs(one), cutAtMs(other)];
  return (
    warningSeverities.indexOf(other.severity) - warningSeverities.indexOf(one.severity) ||
    cutRank(other.attribute) - cutRank(one.attribute) ||
    Number(oneAt > otherAt) - Number(oneAt < otherAt) ||
    Number(one.isAttended ?? false) - Number(other.isAttended ?? false) ||
    Number(isAboutPower(other.attribute)) - Number(isAboutPower(one.attribute))
  );
}
