import type { LocaleCode } from "@offgrid/contract/core/constants";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import { baseUnit, formatNumber } from "../../../core/format.ts";

/** A reading as it is stored, where screens round: in the metric's own unit, with up to so many decimals. */
export function exactText(value: number, metric: string, locale: LocaleCode, decimals = 3): string {
  const unit = findMetric(metric)?.unit;
  const number = formatNumber(value, locale, { maximumFractionDigits: decimals });
  return [number, unit === undefined ? "" : baseUnit(unit)].join("\u00A0").trim();
}

/** @returns as many decimals as these pairs need to be told apart, and to read as they are stored: up to three of those. */
export function decimalsApart(pairs: readonly { stored: number; file: number }[]): number {
  const isApart = (decimals: number) =>
    pairs.every(({ stored, file }) => stored.toFixed(decimals) !== file.toFixed(decimals));
  return Array.from({ length: 18 }, (_, place) => place + 3).find(isApart) ?? 20;
}
