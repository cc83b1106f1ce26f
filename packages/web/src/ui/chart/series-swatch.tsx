import { IconBattery2, IconEngine, IconPlug, IconSun, IconTransferIn, IconTransferOut } from "@tabler/icons-react";

import { fillPatterns, isBar, lineDash, type ChartSeries, type SeriesColor } from "./chart-series.ts";
import styles from "./series-swatch.module.css";

const icons: Partial<Record<SeriesColor, typeof IconSun>> = {
  solar: IconSun,
  load: IconPlug,
  "battery-out": IconTransferOut,
  "battery-in": IconTransferIn,
  generator: IconEngine,
  soc: IconBattery2,
};

/** How a series looks: its line or fill, and the sign of its kind of energy. */
export function SeriesSwatch({ series }: { series: Pick<ChartSeries, "type" | "color" | "dashed"> }) {
  const Icon = icons[series.color];
  return (
    <span className={styles.swatch} data-color={series.color} aria-hidden>
      {isBar(series) ? (
        <span className={styles.box} data-pattern={series.dashed ? "ghost" : fillPatterns[series.color]} />
      ) : (
        <svg className={styles.line} viewBox="0 0 18 10">
          <path d="M0 5H18" strokeDasharray={lineDash(series)?.join(" ")} />
        </svg>
      )}
      {Icon && <Icon className={styles.icon} size={14} />}
    </span>
  );
}
