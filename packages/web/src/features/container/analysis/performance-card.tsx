import type { Location } from "@offgrid/contract/containers/containers.schema";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type Panels, performanceOf, type SunHistory } from "./performance.ts";

export interface PerformanceCardProps {
  history: SunHistory;
  panels: Panels & { isGuessed: boolean };
  place: Location | null;
  now: number;
}

/** How much the panels gave of what they could have given, and how that is reckoned. */
export function PerformanceCard({ history, panels, place, now }: PerformanceCardProps) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const found = useMemo(() => performanceOf(history, panels, place, now), [history, panels, place, now]);
  const energy = (wh: number) => formatQuantityText(wh, "Wh", locale);
  if (!found) {
    const reason = panels.capacityW <= 0 ? "noSize" : place === null ? "noPlace" : "noYield";
    return <p className="og-note">{t(`performanceNone.${reason}`)}</p>;
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
        {panels.isGuessed && t("sizeGuessed")} {t("fullBattery")}
      </p>
    </>
  );
}
