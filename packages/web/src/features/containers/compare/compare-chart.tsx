import { SegmentedControl } from "@mantine/core";
import { rowMetrics } from "@offgrid/contract/containers/row-metrics";
import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { Chart } from "../../../chart/chart.tsx";
import { useDefinition } from "../../../chart/use-definition.ts";
import { useAddressZoom } from "../../../chart/use-address-zoom.ts";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import type { FiguresQuestion } from "../../../domain/period-figures/period-figures.data.ts";
import { Async, quiet } from "../../../ui/async.tsx";
import type { Period } from "../../../ui/period-range.ts";
import { useIsPhone } from "../../../ui/use-list-search.ts";
import { comparedSeries } from "./compare-series.ts";
import { type ComparedMetric, comparedMetrics } from "./compare.search.ts";
import { type ComparedHistory, useComparedHistory } from "./compare.data.ts";
import { type ComparedAxis, comparedAxis } from "./local-hours.ts";

export interface CompareChartProps {
  /** Keep its identity while nothing changes. */
  questions: readonly FiguresQuestion[];
  /** What the periods of the questions were chosen by. */
  period: Period;
  /** Names of the containers, one a line, in the order of the questions. */
  names: string;
  metric: ComparedMetric;
  onMetric: (metric: ComparedMetric) => void;
}

/** The histories of containers over each other, by the clocks at each place. */
export const CompareChart = memo(function CompareChart({
  questions,
  period,
  names,
  metric,
  onMetric,
}: CompareChartProps) {
  const { t } = useTranslation("containers");
  const phone = useIsPhone();
  const zoom = useAddressZoom();
  const axis = useMemo(() => comparedAxis(questions, period), [questions, period]);
  const history = useComparedHistory(questions, axis, metric, zoom.view);
  const zones = [...new Set(questions.map(({ zone }) => zone))];
  return (
    <div className="og-stack">
      <SegmentedControl
        className={`og-no-print ${phone ? "" : "og-at-top"}`}
        aria-label={t("compare.shown")}
        value={metric}
        data={comparedMetrics.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
        onChange={(value) => onMetric(comparedMetrics.find((one) => one === value) ?? "soc")}
      />
      <Async of={quiet(history)} height={460}>
        {(aligned) =>
          axis && (
            <Lines
              {...{ aligned, period, names, metric, axis, zoom }}
              containerIds={questions.map(({ containerId }) => containerId)}
            />
          )
        }
      </Async>
      <p className="og-note">
        {zones.length === 1 ? t("compare.zone", { zone: axis?.zone }) : t("compare.zones", { zone: axis?.zone })}
      </p>
    </div>
  );
});

interface LinesProps extends Pick<CompareChartProps, "period" | "names" | "metric"> {
  containerIds: readonly string[];
  aligned: ComparedHistory;
  axis: ComparedAxis;
  zoom: ChartZoom;
}

function Lines({ aligned, period, names, metric, axis, zoom, containerIds }: LinesProps) {
  const { t } = useTranslation("containers");
  const series = useMemo(() => comparedSeries(names.split("\n"), metric, aligned), [names, metric, aligned]);
  const files = useDefinition({
    name: t(`compare.${metric}`),
    range: axis.range,
    period,
    metrics: [{ metric: { soc: rowMetrics.soc, solar: rowMetrics.solarPower, load: rowMetrics.loadPower }[metric] }],
    containerIds,
    each: true,
  });
  return (
    <Chart
      {...files}
      title={t(`compare.${metric}`)}
      titleShown={false}
      t={aligned.t}
      series={series}
      zone={axis.zone}
      {...axis.range}
      zoom={zoom}
      groupBy={aligned.groupBy}
      navigator
    />
  );
}
