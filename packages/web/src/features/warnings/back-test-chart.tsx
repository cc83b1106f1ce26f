import { NativeSelect } from "@mantine/core";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { overrideAt } from "@offgrid/contract/warnings/rule-at";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { ChartLevel } from "../../chart/chart-levels.tsx";
import type { ChartSeries, ChartWarning } from "../../chart/chart-series.ts";
import { Chart } from "../../chart/chart.tsx";
import { useDefinition } from "../../chart/use-definition.ts";
import type { ChartZoom } from "../../chart/use-chart-view.ts";
import type { FineHistory } from "../../domain/container/use-finer.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { type Condition, type Override, partsOf } from "./rule-input.ts";
import type { BackTest } from "./trials.data.ts";
import { useWarningNames } from "../../domain/warnings/use-warning-names.ts";

export interface BackTestChartProps {
  answer: FineHistory;
  metric: string;
  containerId: string;
  test: BackTest;
  /** Whose threshold is drawn, and can be moved where the container has none of its own. */
  condition: Condition;
  whose: (own: Override) => string;
  /** The threshold cannot be as it is: what was tried was another one. */
  isWrong?: boolean;
  zoom: ChartZoom;
  onContainer: (containerId: string) => void;
  onThreshold: (threshold: Condition["threshold"]) => void;
}

/** What was measured at one container, with the threshold to move and a mark for each time that it would have raised. */
export function BackTestChart(props: BackTestChartProps) {
  const answer = useMemo(() => measured(props.answer), [props.answer]);
  return <MeasuredChart {...props} answer={answer} />;
}

function MeasuredChart(props: BackTestChartProps) {
  const { answer, metric, containerId, test, isWrong = false, zoom, onContainer } = props;
  const { t } = useTranslation("rule-trials");
  const locale = useLocale();
  const known = findMetric(metric);
  const unit = known?.unit ?? "count";
  const name = known?.[locale] ?? metric;
  const container = test.tried.find((one) => one.containerId === containerId)?.containerName ?? containerId;
  const { levels, lines, note } = useLevels(props);
  const series = useMemo<ChartSeries[]>(
    () => [
      { id: metric, title: name, unit, type: "line", color: "info", values: answer.series[0] ?? [] },
      ...lines.map(({ id, label, value }): ChartSeries => ({
        id,
        title: label,
        unit,
        type: "line",
        color: "muted",
        dashed: true,
        values: answer.t.map(() => value),
      })),
    ],
    [answer, metric, name, unit, lines],
  );
  const mark = t("chart.mark");
  const warnings = useMemo(() => (isWrong ? [] : marksOf(test, containerId, mark)), [isWrong, test, containerId, mark]);
  const files = useDefinition({
    name: `${name}, ${container}`,
    metrics: [{ metric }],
    range: answer.span,
    containerIds: [containerId],
  });
  return (
    <div className="og-close-stack">
      {test.tried.length > 1 && (
        <NativeSelect
          label={t("chart.container")}
          value={containerId}
          data={test.tried.map(({ containerId: value, containerName: label }) => ({ value, label }))}
          onChange={(event) => onContainer(event.currentTarget.value)}
        />
      )}
      <Chart
        {...files}
        title={t("chart.title", { metric: name, container })}
        t={answer.t}
        series={series}
        zone={browserZone}
        gapMs={45 * 60_000}
        {...answer.span}
        warnings={warnings}
        levels={levels}
        zoom={zoom}
        heightPx={260}
        navigator
      />
      {note && <p className="og-note">{note}</p>}
    </div>
  );
}

/** From where the first value was measured: a container of three days is not drawn in a corner of thirty. */
function measured(history: FineHistory): FineHistory {
  const { t, series, span } = history;
  const first = Math.min(...series.map((values) => values.findIndex((value) => value !== null)).filter((at) => at > 0));
  if (!Number.isFinite(first)) return history;
  return {
    ...history,
    t: t.slice(first),
    series: series.map((values) => values.slice(first)),
    span: { ...span, fromMs: t[first] ?? span.fromMs },
  };
}

/** Oldest first. */
function marksOf({ episodes, to }: BackTest, containerId: string, text: string): ChartWarning[] {
  const own = episodes.filter((episode) => episode.containerId === containerId).toReversed();
  return own.map(({ raisedAt, clearedAt, worst }) => ({
    atMs: Date.parse(raisedAt),
    toMs: Date.parse(clearedAt ?? to),
    ...(clearedAt === null && { isOpen: true }),
    level: worst,
    text,
  }));
}

/** Others compare something else with their threshold than the value that is drawn. */
function isLevel(type: Condition["type"]): boolean {
  return type === "above" || type === "below" || type === "outside" || type === "inside";
}

type Line = Pick<ChartLevel, "id" | "label" | "value">;

/** The parts of the threshold by which this container is judged; levels can be moved: those that are not its own. */
function useLevels({ condition, metric, containerId, test, whose, onThreshold }: BackTestChartProps) {
  const { t } = useTranslation("rule-trials");
  const names = useWarningNames();
  const { clusterId = null, kitId = null } = test.tried.find((one) => one.containerId === containerId) ?? {};
  const own = overrideAt(condition, { containerId, clusterId, kitId });
  const isOff = own?.off === true;
  const isOwn = own?.threshold !== undefined;
  const threshold = isLevel(condition.type) && !isOff ? (own?.threshold ?? condition.threshold) : undefined;
  const parts = partsOf(threshold);
  const [first, second] = parts;
  const whoseOwn = own && whose(own);
  const label = (key: "from" | "to" | "threshold") =>
    isOwn ? `${t(`chart.${key}`)} (${whoseOwn})` : t(`chart.${key}`);
  const [from, to, only] = [label("from"), label("to"), label("threshold")];
  const lines = linesOf([first, second], { from, to, only });
  const levels = isOwn
    ? []
    : lines.map((line, index): ChartLevel => ({
        ...line,
        unit: findMetric(metric)?.unit ?? "count",
        textOf: (value) => names.value(metric, value),
        onChange: (value) => onThreshold(typeof threshold === "number" ? value : parts.with(index, value)),
      }));
  // Where it is elsewhere than the threshold; it is not moved here.
  const clears = linesOf(partsOf(clearOf(condition, own)), {
    from: t("chart.clear"),
    to: t("chart.clear"),
    only: t("chart.clear"),
  });
  const ends = lines.length > 0 ? clears.map((line) => ({ ...line, id: `clear-${line.id}` })) : [];
  const isNamed = isOff ? "chart.off" : isOwn ? "chart.own" : undefined;
  const note = isNamed === undefined ? lines.length > 0 && t("chart.move") : t(isNamed, { whose: whoseOwn });
  return { levels, lines: [...lines, ...ends], note };
}

/** A container with a threshold of its own has a level of its own to clear at, or none. */
function clearOf(condition: Condition, own: Override | undefined): Condition["clearAt"] {
  return own?.clearAt ?? (own?.threshold === undefined ? condition.clearAt : undefined);
}

function linesOf(
  [first, second]: readonly (number | undefined)[],
  labels: Record<"from" | "to" | "only", string>,
): Line[] {
  const line = (id: string, label: string, value: number | undefined): Line[] =>
    value === undefined || Number.isNaN(value) ? [] : [{ id, label, value }];
  if (second === undefined) return line("level", labels.only, first);
  const both = [...line("from", labels.from, first), ...line("to", labels.to, second)];
  return both.length === 2 ? both : [];
}
