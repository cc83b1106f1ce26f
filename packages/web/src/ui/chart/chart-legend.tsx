import { useTranslation } from "react-i18next";

import type { ChartSeries } from "./chart-series.ts";
import styles from "./chart-legend.module.css";
import { SeriesSwatch } from "./series-swatch.tsx";

export interface ChartLegendProps {
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** A button per series that shows or hides it. */
export function ChartLegend({ series, hidden, onToggle }: ChartLegendProps) {
  const { t } = useTranslation("ui");
  return (
    <fieldset className={styles.legend} aria-label={t("chart.legend")}>
      {series.map((one) => (
        <button
          key={one.id}
          type="button"
          className={styles.entry}
          aria-pressed={!hidden.has(one.id)}
          onClick={() => onToggle(one.id)}
        >
          <SeriesSwatch series={one} />
          <span className={styles.title}>{one.title}</span>
        </button>
      ))}
    </fieldset>
  );
}
