import { memo } from "react";
import { useTranslation } from "react-i18next";

import type { ChartSeries, SeriesLook } from "./chart-series.ts";
import styles from "./chart-legend.module.css";
import { SeriesSwatch } from "./series-swatch.tsx";

export interface ChartLegendProps {
  series: readonly ChartSeries[];
  looks: ReadonlyMap<string, SeriesLook>;
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  /** Whether hatched times are in the picture. */
  hasWorks: boolean;
}

/** A button per series that shows or hides it, and what the hatching means. */
export const ChartLegend = memo(function ChartLegend({ series, looks, hidden, onToggle, hasWorks }: ChartLegendProps) {
  const { t } = useTranslation("chart");
  return (
    <fieldset className="og-plain-group og-wrap og-tight" aria-label={t("legend")}>
      {series.map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.entry}
          aria-pressed={!hidden.has(one.id)}
          onClick={() => onToggle(one.id)}
        >
          <SeriesSwatch series={one} look={looks.get(one.id)} />
          <span className={styles.title}>{one.title}</span>
        </button>
      ))}
      {hasWorks && (
        <span className={styles.key}>
          <span className={styles.works} aria-hidden />
          {t("works")}
        </span>
      )}
    </fieldset>
  );
});
