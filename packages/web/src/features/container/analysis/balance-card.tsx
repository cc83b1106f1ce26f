import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { startOf } from "../../../core/time.ts";
import type { ChartSeries, SeriesColor } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { seriesColor } from "../../../ui/series-color.ts";
import { columns } from "../../../ui/columns.ts";
import type { TimeRange } from "../../../ui/period-range.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./analysis.module.css";
import {
  energyColumns,
  type EnergyPart,
  energyTotals,
  givingParts,
  type PowerHistory,
  regroup,
  selfSufficiency,
  takingParts,
  unmeteredWh,
} from "./energy-totals.ts";

const colors: Record<EnergyPart, SeriesColor> = {
  solar: "solar",
  generator: "generator",
  gridIn: "info",
  batteryOut: "battery-out",
  load: "load",
  batteryIn: "battery-in",
  gridOut: "info",
  losses: "muted",
};

export interface BalanceCardProps {
  history: PowerHistory;
  range: TimeRange;
  now: number;
  zone: string;
}

/** Sources, storage and uses of a range: their totals, how much of it the container gave itself, and a bar for each day. */
export function BalanceCard({ history, range, now, zone }: BalanceCardProps) {
  const { t } = useTranslation("analysis");
  const locale = useLocale();
  const totals = useMemo(() => energyTotals(history, now), [history, now]);
  const isShort = range.toMs - range.fromMs <= 2 * 86_400_000 + 3_600_000;
  const bars = useMemo(() => {
    const columns = energyColumns(history, now);
    const group = (part: EnergyPart) =>
      regroup(history.t, columns[part], (atMs) => startOf(isShort ? "hour" : "day", atMs, zone));
    return { t: group("solar").t, group };
  }, [history, now, zone, isShort]);
  const series = useMemo<ChartSeries[]>(() => {
    const taking: readonly EnergyPart[] = takingParts;
    return [...givingParts, ...takingParts]
      .filter((part) => (totals[part] ?? 0) > 0)
      .map((part) => ({
        id: part,
        title: t(`part.${part}`),
        unit: "Wh",
        type: "stack_bar",
        color: colors[part],
        values: bars.group(part).values.map((value) => (value !== null && taking.includes(part) ? -value : value)),
      }));
  }, [bars, totals, t]);
  const energy = (wh: number | undefined) => formatQuantityText(wh, "Wh", locale);
  const sufficient = selfSufficiency(totals);
  const missing = (["solar", "load", "batteryIn"] as const).filter((part) => totals[part] === undefined);
  const list = (parts: readonly EnergyPart[]) =>
    parts
      .filter((part) => totals[part] !== undefined)
      .map((part) => (
        <div key={part} style={seriesColor(colors[part])}>
          <dt>{t(`part.${part}`)}</dt>
          <dd>{energy(totals[part])}</dd>
        </div>
      ));
  return (
    <>
      <div className="og-grid" style={columns(220, { gap: "16px 32px", isFilled: true })}>
        <div>
          <h3 className={styles.subtitle}>{t("sources")}</h3>
          <dl className={styles.parts}>{list(givingParts)}</dl>
        </div>
        <div>
          <h3 className={styles.subtitle}>{t("uses")}</h3>
          <dl className={styles.parts}>
            {list(takingParts)}
            <div style={seriesColor("muted")}>
              <dt>{t("unmetered")}</dt>
              <dd>{energy(unmeteredWh(totals))}</dd>
            </div>
          </dl>
        </div>
        <div>
          <h3 className={styles.subtitle}>{t("sufficiency")}</h3>
          <p className="og-big og-figure og-flush">
            {formatQuantityText(sufficient === undefined ? undefined : sufficient * 100, "percent", locale)}
          </p>
          <p className="og-note">{t(sufficient === undefined ? "sufficiencyNone" : "sufficiencyHow")}</p>
        </div>
      </div>
      {missing.length > 0 && (
        <p className="og-note">{t("missing", { meters: missing.map((part) => t(`part.${part}`)).join(", ") })}</p>
      )}
      {series.length > 0 && (
        <div>
          <Chart
            title={t("balanceChart")}
            titleShown={false}
            t={bars.t}
            series={series}
            zone={zone}
            fromMs={range.fromMs}
            toMs={range.toMs}
          />
        </div>
      )}
    </>
  );
}
