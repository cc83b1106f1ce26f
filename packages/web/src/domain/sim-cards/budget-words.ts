import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";

import { formatCount, formatQuantityText } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import type { DataBudget } from "./sim-cards.data.ts";

type Say = TFunction<"sim-card">;

/** A day that is none of an instant: it is written as it is. */
export function dayText(day: string, locale: LocaleCode): string {
  return formatTime(Date.parse(`${day}T00:00:00Z`), "date", "UTC", locale);
}

function shareText(part: number, whole: number, locale: LocaleCode): string {
  return formatQuantityText((100 * part) / whole, "percent", locale);
}

/** "Used 62 % of 500 MB, 9 days left; at this pace 480 MB." */
export function budgetText(budget: DataBudget, t: Say, locale: LocaleCode): string {
  const { usedBytes, bundleBytes, projectedBytes, from, until, daysLeft: count } = budget;
  const used = formatQuantityText(usedBytes, "B", locale);
  if (usedBytes === null) return t("used.notKnown");
  const days = t("used.daysLeft", { count, number: formatCount(count, locale), until: dayText(until, locale) });
  const sum =
    bundleBytes === null
      ? t("used.noBundle", { used, from: dayText(from, locale) })
      : t("used.ofBundle", {
          share: shareText(usedBytes, bundleBytes, locale),
          bundle: formatQuantityText(bundleBytes, "B", locale),
          used,
        });
  const pace =
    projectedBytes === null
      ? t("used.paceNotKnown")
      : t("used.pace", { projected: formatQuantityText(projectedBytes, "B", locale) });
  return `${sum} ${days} ${pace}`;
}

/** What something that costs data comes to beside what is left of the bundle; undefined where that is not known. */
export function bundleShareText(
  bytes: number,
  budget: DataBudget | undefined,
  t: Say,
  locale: LocaleCode,
): string | undefined {
  if (!budget || budget.leftBytes === null) return undefined;
  const { leftBytes, until } = budget;
  const left = formatQuantityText(leftBytes, "B", locale);
  const values = { left, until: dayText(until, locale) };
  if (bytes > leftBytes) return t("share.tooMuch", values);
  return t("share.part", { ...values, share: shareText(bytes, leftBytes, locale) });
}
