import { IconBattery2, IconEngine, IconPlug, IconSun, IconTransferIn, IconTransferOut } from "@tabler/icons-react";

import { isBar, type ChartSeries, type SeriesColor, type SeriesLook } from "./chart-series.ts";
import { seriesColor } from "../ui/series-color.ts";
import styles from "./series-swatch.module.css";

const icons: Partial<Record<SeriesColor, typeof IconSun>> = {
  solar: IconSun,
  load: IconPlug,
  "battery-out": IconTransferOut,
  "battery-in": IconTransferIn,
  generator: IconEngine,
  soc: IconBattery2,
};

export interface SeriesSwatchProps {
  series: Pick<ChartSeries, "type" | "color" | "dashed" | "ghost">;
  look: SeriesLook | undefined;
}

/** How a series looks: its line or fill, and the sign of its kind of energy. */
export function SeriesSwatch({ series, look }: SeriesSwatchProps) {
  const Icon = icons[series.color];
  const isPale = series.dashed || series.ghost;
  return (
    <span className={styles.swatch} style={seriesColor(series.color)} data-ghost={series.ghost} aria-hidden>
      {isBar(series) ? (
        <span className={styles.box} data-pattern={isPale ? "ghost" : look?.pattern} />
      ) : (
        <svg className={styles.line} viewBox="0 0 18 10">
          <path d="M0 5H18" strokeDasharray={look?.dash?.join(" ")} />
        </svg>
      )}
      {Icon && <Icon className="og-series" size={14} />}
    </span>
  );
}
