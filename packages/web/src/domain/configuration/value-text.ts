import type { ConfigValue } from "@offgrid/contract/configuration/config-doc";

import { writeNumber } from "../../core/typed-number.ts";

/** A value as it can be typed again. */
export function valueText(value: ConfigValue | undefined, locale: "en" | "fr"): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map((one) => valueText(one, locale)).join(", ");
  if (typeof value === "number") return writeNumber(value, locale);
  return typeof value === "string" ? value : JSON.stringify(value);
}
