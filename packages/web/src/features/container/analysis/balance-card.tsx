import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { type EnergyPart, givingParts, takingParts } from "@offgrid/contract/charts/energy-parts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText, formatShare, leastWh } from "../../../core/format.ts";
import { shareText } from "../../../domain/period-figures/figure-text.ts";
import { BegunNote } from "../../../chart/begun-note.tsx";
import type { ChartSeries, SeriesColor } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import { useDefinition } from "../../../chart/use-definition.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { Pending } from "../../../ui/async.tsx";
import { seriesColor } from "../../../ui/series-color.ts";
import { columns } from "../../../ui/columns.ts";
import type { Period, TimeRange } from "../../../ui/period-range.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./analysis.module.css";
import { balanceMetrics, drawnParts, isTaking, partColors } from "./balance-definition.ts";
import { type PowerCuts, WithoutPower } from "./without-power.tsx";
import {
  energiesOf,
  originTotals,
  partlyMeasured,
  selfSufficiency,
  unmeteredWh,
} from "../../../domain/energy-balance/balance-figures.ts";
import type { ChartMarks } from "../../../domain/charts/marked-chart.tsx";

export interface BalanceCardProps {
  balance: EnergyBalance;
  /** The part that is looked at closely, by the hour. */
  hours: EnergyBalance | undefined;
  zoom: ChartZoom;
  cuts: Pending<PowerCuts>;
  range: TimeRange;
  /** What the range was chosen by. */
  period: Period;
  zone: string;
  /** Until when the balance of a range that goes on was asked for, epoch ms. */
  upTo: number;
  marks?: ChartMarks;
}

/** Sources, storage and uses of a range: their totals, how much of it the container gave itself, and a bar for each group. */
export function BalanceCard({ balance, hours, zoom, cuts, range, period, zone, upTo, marks }: BalanceCardProps) {
  const { t } = useTranslation(["analysis", "period-figures", "shared"]);
  const locale = useLocale();
  const totals = useMemo(() => energiesOf(balance), [balance]);
  const seen = hours ?? balance;
  const drawn = useMemo(() => drawnParts(totals), [totals]);
  const series = useMemo<ChartSeries[]>(
    () =>
      drawn.map((part) => ({
        id: part,
        title: t(`period-figures:figure.${part}`),
        unit: "Wh",
        adds: true,
        type: "stack_bar",
        color: partColors[part],
        mirrored: isTaking(part),
        values: seen.parts[part].values,
        coverage: balance.parts[part].coverage,
      })),
    [seen, balance, drawn, t],
  );
  const energy = (wh: number | undefined) => formatQuantityText(wh, "Wh", locale);
  const sufficient = selfSufficiency(originTotals(balance.origins), balance.unmeasured);
  const [lacking] = balance.unmeasured;
  const isNothing = totals.load !== undefined && totals.load < leastWh;
  const noOrigin = totals.load === undefined ? "sufficiencyNone" : "sufficiencyUnknown";
  const lack = lacking ? (`sufficiencyUnmetered.${lacking}` as const) : noOrigin;
  const why = isNothing ? "nothing" : lack;
  const measured = partlyMeasured(balance, [...givingParts, ...takingParts]);
  const missing = (["solar", "load", "batteryIn"] as const).filter((part) => totals[part] === undefined);
  const restWh = unmeteredWh(totals);
  const isRestIn = restWh !== undefined && restWh < 0;
  const row = (name: string, color: SeriesColor, wh: number | undefined) => (
    <div key={name} style={seriesColor(color)}>
      <dt>{name}</dt>
      <dd>{energy(wh)}</dd>
    </div>
  );
  const list = (parts: readonly EnergyPart[], hasRest: boolean) => (
    <dl className={styles.parts}>
      {parts
        .filter((part) => totals[part] !== undefined)
        .map((part) => row(t(`period-figures:figure.${part}`), partColors[part], totals[part]))}
      {hasRest && row(t("unmetered"), "muted", restWh === undefined ? undefined : Math.abs(restWh))}
    </dl>
  );
  const files = useBalanceDefinition(drawn, { range, period });
  return (
    <>
      <div className="og-grid" style={columns(190, { gap: "16px 32px", isFilled: true })}>
        <div>
          <h3 className="og-note og-after og-medium">{t("sources")}</h3>
          {list(givingParts, isRestIn)}
        </div>
        <div>
          <h3 className="og-note og-after og-medium">{t("uses")}</h3>
          {list(takingParts, !isRestIn)}
        </div>
        <WithoutPower cuts={cuts} />
        <div>
          <h3 className="og-note og-after og-medium">{t("period-figures:figure.sufficiency")}</h3>
          <p className="og-big og-figure og-flush">
            {sufficient === undefined && lacking && !isNothing ? t("notKnown") : shareText(sufficient, locale)}
          </p>
          <p className="og-note">{t(sufficient === undefined ? why : "sufficiencyHow")}</p>
        </div>
      </div>
      {measured !== undefined && (
        <p className="og-note">{t("shared:partlyMeasured", { percent: formatShare(measured, locale) })}</p>
      )}
      {missing.length > 0 && (
        <p className="og-note">
          {t("missing", { meters: missing.map((part) => t(`period-figures:figure.${part}`)).join(", ") })}
        </p>
      )}
      {series.length > 0 && (
        <div className="og-before og-whole" style={{ breakInside: "avoid" }}>
          <Chart
            {...files}
            title={t("balanceChart")}
            titleShown={false}
            t={seen.t}
            zoom={zoom}
            series={series}
            zone={zone}
            fromMs={range.fromMs}
            toMs={range.toMs}
            groupBy={seen.groupBy}
            {...marks}
          />
          {upTo < range.toMs && <BegunNote {...{ upTo, zone }} />}
        </div>
      )}
    </>
  );
}

/** The balance as a chart of one's own. */
function useBalanceDefinition(drawn: readonly EnergyPart[], time: Pick<BalanceCardProps, "range" | "period">) {
  const { t } = useTranslation(["analysis", "period-figures"]);
  const metrics = balanceMetrics(drawn, (part) => t(`period-figures:figure.${part}`));
  return useDefinition({ name: t("balanceChart"), ...time, metrics });
}
