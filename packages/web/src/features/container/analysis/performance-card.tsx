import type { Location } from "@offgrid/contract/containers/containers.schema";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { hadDaylight, type Panels, performanceOf, type SunHistory } from "./performance.ts";

export interface PerformanceCardProps {
  history: SunHistory;
  range: TimeRange;
  /** Energy of the panels over the range, with the share of it that was measured; undefined: not known yet. */
  solar: { total: number | null; coverage: number } | undefined;
  panels: Panels & { isGuessed: boolean };
  place: Location | null;
  now: number;
}

/** How much the panels gave of what they could have given, and how that is reckoned. */
export function PerformanceCard({ history, range, solar, panels, place, now }: PerformanceCardProps) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const yieldWh = solar?.total ?? undefined;
  const found = useMemo(
    () => performanceOf(history, yieldWh, panels, place, now),
    [history, yieldWh, panels, place, now],
  );
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  const reason = withheldFor(found, solar?.coverage, panels, place);
  if (!found || reason) {
    // Before dawn nothing was missed.
    const none = place !== null && !hadDaylight(range, place, now) ? "noDaylight" : "noYield";
    return <p className="og-note">{t(`performanceNone.${reason ?? none}`)}</p>;
  }
  return (
    <>
      <p className="og-big og-figure og-flush">{formatQuantityText(found.ratio * 100, "percent", locale)}</p>
      <p className="og-note">
        {t(`performanceHow.${found.against}`, {
          yield: energy(found.yieldWh),
          reference: energy(found.referenceWh),
          size: formatQuantityText(panels.capacityW, "W", locale),
        })}{" "}
        {t("fullBattery")}
      </p>
    </>
  );
}

const leastCoverage = 0.95;

/** Why there is no ratio, or none that could be believed. */
function withheldFor(
  found: ReturnType<typeof performanceOf>,
  coverage: number | undefined,
  panels: PerformanceCardProps["panels"],
  place: Location | null,
) {
  if (panels.capacityW <= 0) return "noSize" as const;
  // Its size is learned from the best hours: the ratio would compare the panels with themselves.
  if (panels.isGuessed) return "guessed" as const;
  if (!found) return place === null ? ("noPlace" as const) : undefined;
  // A meter counts over gaps, in which the light is not known.
  if ((coverage ?? 0) < leastCoverage) return "gaps" as const;
  return found.ratio > 1 ? ("aboveWhole" as const) : undefined;
}
