import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";

import { hoursText } from "@offgrid/contract/core/duration-text";
import { formatCount, formatNumber, formatQuantityText, formatShare, missing } from "../../core/format.ts";
import { pointsBetween } from "../energy-balance/balance-figures.ts";
import { type Cost, type FigureId, type PeriodFigures, figureOf, isAsMeasured } from "./period-figures.ts";

/** Figures of a period as they are written. */

const wholeMinutes = (hours: number) => Math.round(hours * 60);

/** From here on a decimal of an estimate says more than is known. */
const roughFrom = 10;

/** Litres, which are always estimated from hours. */
export function litresText(litres: number, locale: LocaleCode): string {
  const digits = litres < roughFrom ? 1 : 0;
  return `${formatNumber(litres, locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u00a0L`;
}

/** Money: what was measured with decimals, an estimate as litres are. */
export function moneyText({ amount, currency, isEstimate }: Cost, locale: LocaleCode): string {
  const digits = !isEstimate || amount < roughFrom ? {} : { maximumFractionDigits: 0 };
  return formatNumber(amount, locale, { style: "currency", currency, ...digits });
}

/** A share of the energy; what was bought now and then is seen beside it, so that it is never rounded up to all. */
export function shareText(share: number | undefined, locale: LocaleCode): string {
  return share === undefined ? missing : formatShare(share, locale);
}

/** @returns a dash where it is not known. */
export function figureText(id: FigureId, figures: PeriodFigures, locale: LocaleCode): string {
  const value = figureOf(id, figures);
  if (value === undefined) return missing;
  switch (id) {
    case "withoutPowerH":
    case "generatorH":
      return hoursText(value);
    case "fuelL":
      return litresText(value, locale);
    case "cost":
      return figures.cost ? moneyText(figures.cost, locale) : missing;
    case "lowestSoc":
      return formatQuantityText(value, "percent", locale);
    case "sufficiency":
    case "measured":
      return shareText(figures[id], locale);
    default:
      return formatQuantityText(value, "Wh", locale);
  }
}

/** How much one figure is above another: hours and points as they are, the others in per cent; a dash where they cannot be compared. */
export function changeText(
  t: TFunction<"period-figures">,
  id: FigureId,
  [own, other]: readonly [PeriodFigures, PeriodFigures],
  locale: LocaleCode,
): string {
  switch (id) {
    case "withoutPowerH":
    case "generatorH":
      return hoursBetween(own[id], other[id]);
    case "lowestSoc":
      return pointsText(t, [own.lowestSoc, other.lowestSoc].map(shareOf), locale);
    case "sufficiency":
    case "measured":
      return pointsText(t, [own[id], other[id]], locale);
    case "fuelL":
      return growthText(own.fuelL, other.fuelL, 0.1, locale);
    case "cost":
      return own.cost?.currency === other.cost?.currency
        ? growthText(own.cost?.amount, other.cost?.amount, 0.01, locale)
        : missing;
    case "unservedWh":
      return growthText(own.unservedWh, other.unservedWh, 1, locale);
    default:
      return isAsMeasured(id, own, other) ? growthText(own.energies[id], other.energies[id], 1, locale) : missing;
  }
}

const shareOf = (percent: number | undefined) => (percent === undefined ? undefined : percent / 100);

function hoursBetween(own: number | undefined, other: number | undefined): string {
  if (own === undefined || other === undefined) return missing;
  // Of what both read on screen, in whole minutes.
  const minutes = wholeMinutes(own) - wholeMinutes(other);
  return `${minutes > 0 ? "+" : minutes < 0 ? "−" : ""}${hoursText(Math.abs(minutes) / 60)}`;
}

function pointsText(
  t: TFunction<"period-figures">,
  [own, other]: readonly (number | undefined)[],
  locale: LocaleCode,
): string {
  const change = pointsBetween(own, other);
  if (change === undefined) return missing;
  return t("points", { count: Math.abs(change), points: `${change > 0 ? "+" : ""}${formatCount(change, locale)}` });
}

/** @param least Less than this reads as nothing, with which nothing can be compared. */
function growthText(own: number | undefined, other: number | undefined, least: number, locale: LocaleCode): string {
  if (own === undefined || other === undefined) return missing;
  if (other < least) return own < least ? formatQuantityText(0, "percent", locale) : missing;
  const percent = ((own - other) / other) * 100;
  return `${percent >= 0.5 ? "+" : ""}${formatQuantityText(percent, "percent", locale)}`;
}
