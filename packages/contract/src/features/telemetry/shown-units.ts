import type { ShownUnits } from "../../core/unit-choices.ts";
import type { Unit } from "./metrics.ts";
import { unitSymbols } from "./unit-symbols.ts";

/**
 * Units that people read and type in instead of those in which quantities are kept and sent: a matter of screens alone.
 * A difference of temperatures is a quantity of its own, since 5 °C more are 9 °F more, and not 41 °F.
 */
export type QuantityUnit = Unit | "degC difference" | "degF" | "degF difference" | "km/h" | "mph";

export const quantitySymbols: Readonly<Record<QuantityUnit, string>> = {
  ...unitSymbols,
  "degC difference": unitSymbols.degC,
  degF: "°F",
  "degF difference": "°F",
  "km/h": "km/h",
  mph: "mph",
};

interface Shown {
  unit: QuantityUnit;
  factor: number;
  /** Added after the factor. */
  offset: number;
}

/** Of a unit of speed: metres per second. */
export const speedFactors = { "km/h": 1 / 3.6, mph: 0.44704 } as const;

const fahrenheitPerDegree = 1.8;
const freezingDegF = 32;

/** By the unit that is chosen: what is written in it. */
const others: Readonly<Record<string, readonly (readonly [QuantityUnit, Shown])[]>> = {
  degF: [
    ["degC", { unit: "degF", factor: fahrenheitPerDegree, offset: freezingDegF }],
    ["degC difference", { unit: "degF difference", factor: fahrenheitPerDegree, offset: 0 }],
  ],
  "km/h": [["m/s", { unit: "km/h", factor: 1 / speedFactors["km/h"], offset: 0 }]],
  mph: [["m/s", { unit: "mph", factor: 1 / speedFactors.mph, offset: 0 }]],
};

let shown: ReadonlyMap<QuantityUnit, Shown> = new Map();

/**
 * From now on all quantities of this program are written in these units. For programs in which one person reads; the
 * portal itself, which writes for many, leaves it.
 */
export function showUnits(units: ShownUnits): void {
  shown = new Map(Object.values(units).flatMap((unit) => others[unit] ?? []));
}

/** The unit of what lies between two values. */
export function differenceOf<Given extends QuantityUnit>(unit: Given): Given | "degC difference" | "degF difference" {
  if (unit === "degF") return "degF difference";
  return unit === "degC" ? "degC difference" : unit;
}

/** The unit in which a quantity is read and typed, and the value in it. */
export function asShown(value: number, unit: QuantityUnit): { value: number; unit: QuantityUnit } {
  const own = shown.get(unit);
  return own ? { value: value * own.factor + own.offset, unit: own.unit } : { value, unit };
}

/** More is lost where what was typed is kept in another unit, and less is measured by nobody. */
const typedDecimals = 2;
const keptDecimals = 3;

/** Never the 0 that has a sign. */
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals)) + 0;

/** A value that somebody typed, as they find it again: 24.444 °C as 76 °F. */
export function toTyped(value: number, unit: QuantityUnit): number {
  return shown.has(unit) ? rounded(asShown(value, unit).value, typedDecimals) : value;
}

/** What was typed in the unit that is shown, in the one that is kept: 77 °F as 25 °C. NaN stays NaN. */
export function fromTyped(typed: number, unit: QuantityUnit): number {
  const own = shown.get(unit);
  return own ? rounded((typed - own.offset) / own.factor, keptDecimals) : typed;
}
