import type { LocaleCode } from "@offgrid/contract/core/constants";
import { differenceOf } from "@offgrid/contract/telemetry/shown-units";

import { asWritten, formatQuantityText, type QuantityUnit } from "../core/format.ts";
import { signed } from "../ui/signed.ts";

/** Of these, 0 is none, so that one can be so much per cent of another: not of temperatures, signal levels or a charge. */
const ofNone: ReadonlySet<QuantityUnit> = new Set<QuantityUnit>([
  ...(["W", "Wh", "V", "mV", "A", "Hz", "s", "ms", "count", "B", "W/m2", "m/s", "km/h", "mph"] as const),
]);
/** These are no amounts at all. */
const apart: ReadonlySet<QuantityUnit> = new Set<QuantityUnit>(["bool", "state"]);
/** From this change on, percent, nobody pictures it, as at dawn. */
const mostPercent = 200;

/** By how much a value differs from what it is compared with; `points` where both are percentages. */
type Difference = { points: number } | { points?: undefined; text: string; percent: string | undefined };

/**
 * What a value is more than the one that it is compared with, in the unit of both and with its sign, and in percent of that
 * one where that means something. Pure. @returns Undefined where one of them was not measured, or has no amount.
 */
export function differenceFrom(
  before: number | null,
  value: number | null,
  unit: QuantityUnit,
  locale: LocaleCode,
): Difference | undefined {
  if (value === null || before === null || apart.has(unit)) return undefined;
  // Both stand beside it as they are written, and whoever takes one from the other finds the same.
  const [now, then] = [asWritten(value, unit), asWritten(before, unit)];
  // What adding leaves of 0.1 + 0.2 is no digit of anybody's.
  const more = Number((now - then).toPrecision(12));
  if (unit === "percent") return { points: more + 0 };
  const change = then > 0 && now >= 0 && ofNone.has(unit) ? (more / then) * 100 : undefined;
  return {
    text: signed(more, formatQuantityText(more, differenceOf(unit), locale)),
    percent:
      change === undefined || change >= mostPercent
        ? undefined
        : signed(change, formatQuantityText(change, "percent", locale)),
  };
}
