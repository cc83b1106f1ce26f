import { cutAttribute } from "./cut-attribute.ts";
import { forecastAttributes } from "./warning-types.ts";

/** What a warning was raised for where loads may lose their power: it stands before others that are as grave. */
export const powerAttributes: readonly string[] = [
  cutAttribute,
  ...forecastAttributes,
  "battery.soc",
  "inverter.state",
];

/** Is it about the power of loads? */
export function isAboutPower(attribute: string | null): boolean {
  return attribute !== null && powerAttributes.includes(attribute);
}
