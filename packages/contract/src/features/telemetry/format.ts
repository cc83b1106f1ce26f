import type { LocaleCode } from "../../core/constants.ts";
import { asShown, type QuantityUnit, quantitySymbols, toTyped } from "./shown-units.ts";

/** Shown where nothing was measured; never 0. */
export const missing = "—";

/** Less than this reads as 0 Wh. */
export const leastWh = 0.5;

/** Locales that numbers and dates are written in: day before month, also for English. */
export const formatLocales = { en: "en-GB", fr: "fr-FR" } as const satisfies Record<LocaleCode, string>;

/** The units that `formatQuantity` writes. */
export type { QuantityUnit };

/** A number as text beside its unit; the unit is empty where there is none to show. */
export interface Quantity {
  number: string;
  unit: string;
}

interface Scale {
  /** Smallest magnitude, in the base unit, that is written with this unit. */
  from: number;
  unit: string;
  divisor: number;
}

interface Style {
  /** From small to large. */
  scales: readonly Scale[];
  /** Fixed decimals; absent: three significant figures. */
  decimals?: number;
  /** Those of 100 and more, where fewer say enough. */
  largeDecimals?: number;
  /** Those without a prefix. */
  plainDecimals?: number;
}

const plain = (unit: QuantityUnit, decimals?: number): Style => ({
  scales: [{ from: 0, unit: quantitySymbols[unit], divisor: 1 }],
  ...(decimals !== undefined && { decimals }),
});

const kiloAndMega = (unit: string): Style => ({
  scales: [
    { from: 0, unit, divisor: 1 },
    { from: 1e3, unit: `k${unit}`, divisor: 1e3 },
    { from: 1e6, unit: `M${unit}`, divisor: 1e6 },
  ],
});

/** Our own table, since Intl has no watt, watt-hour or volt. */
const styles: Record<QuantityUnit, Style> = {
  W: kiloAndMega("W"),
  // Meters count whole ones: "4 Wh" stands beside "5 Wh".
  Wh: { ...kiloAndMega("Wh"), plainDecimals: 0 },
  V: { ...plain("V", 2), largeDecimals: 1 },
  mV: plain("mV", 0),
  A: plain("A", 1),
  percent: plain("percent", 0),
  degC: plain("degC", 1),
  "degC difference": plain("degC difference", 1),
  degF: plain("degF", 1),
  "degF difference": plain("degF difference", 1),
  Hz: plain("Hz", 2),
  s: plain("s"),
  ms: plain("ms"),
  bool: plain("bool", 0),
  state: plain("state", 0),
  count: plain("count", 0),
  "W/m2": plain("W/m2"),
  "m/s": plain("m/s"),
  "km/h": plain("km/h"),
  mph: plain("mph"),
  m: plain("m"),
  deg: plain("deg"),
  dBm: plain("dBm", 0),
  B: { scales: [{ from: 0, unit: "MB", divisor: 1e6 }], decimals: 2 },
};

const sizes: Style = {
  scales: ["B", "kB", "MB", "GB", "TB"].map((unit, power) => ({
    from: power === 0 ? 0 : 1_000 ** power,
    unit,
    divisor: 1_000 ** power,
  })),
};

/** Units that a language writes in its own way. */
const ownUnits: Partial<Record<LocaleCode, Readonly<Record<string, string>>>> = {
  fr: { mph: "mi/h", B: "o", kB: "ko", MB: "Mo", GB: "Go", TB: "To" },
};

function unitIn(locale: LocaleCode, { unit }: Scale): string {
  return ownUnits[locale]?.[unit] ?? unit;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** A number in a language, with the true minus, which is as wide as its digits and never breaks off. */
export function formatNumber(value: number, locale: LocaleCode, options: Intl.NumberFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(formatLocales[locale], { signDisplay: "negative", ...options });
    formatters.set(key, format);
  }
  return format.format(value).replace("-", "\u2212");
}

/** "Fridge, Pump and Mill". */
export function formatList(parts: readonly string[], locale: LocaleCode): string {
  return new Intl.ListFormat(formatLocales[locale], { type: "conjunction" }).format(parts);
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** The scale for a magnitude as it will be written: 999.6 W rounds to 1.00 kW, not to 1,000 W. */
function scaleFor(style: Style, magnitude: number): Scale {
  const rounded = Number(magnitude.toPrecision(3));
  return style.scales.findLast((scale) => rounded >= scale.from) ?? style.scales[0]!;
}

/**
 * Writes a value for the screen: three significant figures, or the decimals of its unit (V 2, from 100 on 1, A 1, percent 0, data size
 * in MB 2).
 * @param value In the given unit; null, undefined and non-finite values are missing. It is written in the unit that people
 * read instead (`showUnits`), as everywhere here.
 * @returns The number in the locale's separators and the unit it is written in, e.g. 1240 Wh as "1.24" and "kWh"; an em
 * dash and no unit where the value is missing.
 */
export function formatQuantity(value: number | null | undefined, unit: QuantityUnit, locale: LocaleCode): Quantity {
  if (!isNumber(value)) return { number: missing, unit: "" };
  const shown = asShown(value, unit);
  const style = styles[shown.unit];
  const scale = scaleFor(style, Math.abs(shown.value));
  const scaled = shown.value / scale.divisor;
  return { number: formatNumber(scaled, locale, digits(style, scale, scaled)), unit: unitIn(locale, scale) };
}

function digits(style: Style, scale: Scale, scaled: number): Intl.NumberFormatOptions {
  const decimals = Math.abs(scaled) >= 100 ? (style.largeDecimals ?? style.decimals) : style.decimals;
  if (decimals !== undefined) return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (scale.divisor === 1 && style.plainDecimals !== undefined) return { maximumFractionDigits: style.plainDecimals };
  // With a prefix the zeros stay, so that a live figure does not change its width; without one, 5 W is not "5.00 W".
  if (scale.divisor > 1) return { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  return { maximumSignificantDigits: 3, maximumFractionDigits: 2, roundingPriority: "lessPrecision" };
}

/** A value as far as it is written: 79.4 percent as 79. In the unit that people read. */
export function asWritten(value: number, unit: QuantityUnit): number {
  const shown = asShown(value, unit);
  const style = styles[shown.unit];
  const scale = scaleFor(style, Math.abs(shown.value));
  const scaled = Math.abs(shown.value) / scale.divisor;
  const written = Number(formatNumber(scaled, "en", { ...digits(style, scale, scaled), useGrouping: false }));
  return Math.sign(shown.value) * written * scale.divisor + 0;
}

/** The same as one text, number and unit held together by a no-break space. */
export function formatQuantityText(value: number | null | undefined, unit: QuantityUnit, locale: LocaleCode): string {
  const quantity = formatQuantity(value, unit, locale);
  return quantity.unit ? `${quantity.number}\u00a0${quantity.unit}` : quantity.number;
}

/** The same with every digit of the value, as of a level that somebody set: "1.234 kW", "12.5 %". */
export function formatExactText(value: number, unit: QuantityUnit, locale: LocaleCode): string {
  const shown = asShown(value, unit);
  const scale = scaleFor(styles[shown.unit], Math.abs(shown.value));
  // A division by the scale may leave a trace at the end, and another unit digits that nobody typed.
  const written = shown.unit === unit ? Number((value / scale.divisor).toPrecision(12)) : toTyped(value, unit);
  const number = formatNumber(written, locale, { maximumFractionDigits: 20 });
  const symbol = unitIn(locale, scale);
  return symbol ? `${number}\u00a0${symbol}` : number;
}

/**
 * The size of what is stored or sent as a file, in the unit that leaves three figures: "63.8 GB". Data over a SIM card is
 * the quantity "B" instead, which stays in the unit that its bundle is counted in.
 */
export function formatSize(bytes: number | null | undefined, locale: LocaleCode): string {
  if (!isNumber(bytes)) return missing;
  const scale = scaleFor(sizes, bytes);
  const number = formatNumber(bytes / scale.divisor, locale, { maximumSignificantDigits: 3 });
  return `${number}\u00a0${unitIn(locale, scale)}`;
}

/**
 * A share in per cent, never rounded up to all nor down to nothing: what is less than one per cent has a digit more. More
 * than 99 has none: of a time that still goes on, it would be another one at each look.
 */
export function formatShare(share: number, locale: LocaleCode): string {
  const percent = share * 100;
  const isLeast = percent > 0 && percent < leastPercent;
  const written = isLeast ? leastPercent : percent > 99 && percent < 99.995 ? 99 : percent;
  const digits = percent < 1 ? 1 : 0;
  const number = formatNumber(written, locale, { maximumFractionDigits: digits });
  return `${isLeast ? "<\u00a0" : ""}${number}\u00a0%`;
}

const leastPercent = 0.1;

/** Writes a whole number, such as a count of containers. */
export function formatCount(value: number | null | undefined, locale: LocaleCode): string {
  return isNumber(value) ? formatNumber(value, locale, { maximumFractionDigits: 0 }) : missing;
}

/** The unit in which a quantity is kept, as it is written in a file: `%` for percent, nothing for a count. */
export function baseUnit(unit: QuantityUnit): string {
  return quantitySymbols[unit];
}

/** How a unit is written in a language; empty for those that are not written. */
export function unitSymbol(unit: QuantityUnit, locale: LocaleCode): string {
  const symbol = quantitySymbols[unit];
  return ownUnits[locale]?.[symbol] ?? symbol;
}

/** The unit in which people read and type a quantity, as beside a field. */
export function shownUnit(unit: QuantityUnit, locale: LocaleCode): string {
  return unitSymbol(asShown(0, unit).unit, locale);
}

/** Does its figure decide in which unit it is written, as W, kW or MW? Beside a figure or on an axis alone it is known which. */
export function isScaled(unit: QuantityUnit): boolean {
  return styles[asShown(0, unit).unit].scales.length > 1;
}

/** Decimals that write every multiple of a step exactly: none for 5, one for 2.5. */
function decimalsOf(step: number): number {
  const isExact = (decimals: number) => {
    const shifted = step * 10 ** decimals;
    return Math.abs(shifted - Math.round(shifted)) < 1e-6 * shifted;
  };
  for (let decimals = 0; decimals < mostDecimals; decimals++) if (isExact(decimals)) return decimals;
  return mostDecimals;
}

const mostDecimals = 6;

/**
 * One unit for a whole axis, chosen by its largest magnitude, so that its labels differ in their numbers only.
 * @param largest Largest magnitude on the axis, in `unit`.
 * @param step Distance between labels, in `unit`; decides the decimals.
 */
export function axisFormat(
  unit: QuantityUnit,
  largest: number,
  step: number,
  locale: LocaleCode,
): { unit: string; format: (value: number) => string } {
  const shown = (value: number) => asShown(value, unit).value;
  const scale = scaleFor(styles[asShown(0, unit).unit], Math.abs(shown(largest)));
  const decimals = decimalsOf((shown(step) - shown(0)) / scale.divisor);
  const digitsOf = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return {
    unit: unitIn(locale, scale),
    format: (value) => formatNumber(shown(value) / scale.divisor, locale, digitsOf),
  };
}
