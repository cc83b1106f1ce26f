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

const aheadAttributes: readonly (string | null)[] = [
  "hours_to_reserve",
  "chance",
] satisfies (typeof forecastAttributes)[number][];

/**
 * How much a warning is about the power of loads, which decides before how grave it is: 2 they have none, 1 they will be
 * without, as far as a forecast tells; 0 for all else.
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
  /** Somebody looks after it: it comes after what is as grave and nobody does. */
  isAttended?: boolean;
}

/**
 * The one order of warnings and incidents that go on, for sorting: loads without power, loads that will be without, then
 * the gravest; of what is as grave, what may cost loads their power. 0: all of that is the same.
 */
export function worstOfTwo(one: Ranked, other: Ranked): number {
  return (
    cutRank(other.attribute) - cutRank(one.attribute) ||
    warningSeverities.indexOf(other.severity) - warningSeverities.indexOf(one.severity) ||
    Number(one.isAttended ?? false) - Number(other.isAttended ?? false) ||
    Number(isAboutPower(other.attribute)) - Number(isAboutPower(one.attribute))
  );
}
