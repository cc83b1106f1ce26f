import type { ContainerRow, RowValue } from "@offgrid/contract/containers/containers.schema";
import { ActionIcon, Drawer, SegmentedControl } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { formatAge } from "../../../core/time.ts";
import { Async, type Pending } from "../../../ui/async.tsx";
import { type ChartSeries, neutralColors } from "../../../chart/chart-series.ts";
import { Chart } from "../../../chart/chart.tsx";
import type { ChartZoom } from "../../../chart/use-chart-view.ts";
import { atMs, valueAt } from "../../../domain/containers/container-facts.ts";
import { EnergyMark } from "../../../domain/energy-state/energy-mark.tsx";
import { HoursLeftFigure } from "../../../domain/energy-state/hours-left-figure.tsx";
import { useEnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { Num, type NumProps } from "../../../ui/num.tsx";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { ComparedMetric, HistoryAnswer } from "../containers.data.ts";
import styles from "./compare-panel.module.css";

const metrics: readonly ComparedMetric[] = ["soc", "solar", "load"];

export interface ComparePanelProps {
  /** In the order of the address, at most four. */
  containers: readonly ContainerRow[];
  now: number;
  metric: ComparedMetric;
  /** The history of today: a series per container. */
  history: Pending<HistoryAnswer>;
  zone: string;
  zoom: ChartZoom;
  onMetric: (metric: ComparedMetric) => void;
  onRemove: (containerId: string) => void;
  onClose: () => void;
}

/** A few containers side by side: their figures, and today's history over each other. */
export function ComparePanel({
  containers,
  now,
  metric,
  history,
  zone,
  zoom,
  onMetric,
  onRemove,
  onClose,
}: ComparePanelProps) {
  const { t } = useTranslation("containers");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={900}
      title={t("compare.title")}
      closeButtonProps={{ "aria-label": t("compare.close") }}
    >
      <div className="og-stack">
        {containers.length < 2 && <p className="og-note">{t("compare.one")}</p>}
        <Figures containers={containers} now={now} onRemove={onRemove} />
        <div className="og-card og-stack">
          <SegmentedControl
            className={styles.metrics}
            aria-label={t("compare.shown")}
            value={metric}
            data={metrics.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
            onChange={(value) => onMetric(metrics.find((one) => one === value) ?? "soc")}
          />
          <Async of={history} height={420}>
            {(answer) => <History containers={containers} metric={metric} answer={answer} zone={zone} zoom={zoom} />}
          </Async>
          <p className="og-note">{t("compare.zone", { zone })}</p>
        </div>
      </div>
    </Drawer>
  );
}

function History({
  containers,
  metric,
  answer,
  zone,
  zoom,
}: Pick<ComparePanelProps, "containers" | "metric" | "zone" | "zoom"> & { answer: HistoryAnswer }) {
  const { t } = useTranslation("containers");
  const names = containers.map((container) => container.name).join("\n");
  const series = useMemo(
    () =>
      names.split("\n").map((title, index): ChartSeries => ({
        id: `container-${index}`,
        title,
        unit: metric === "soc" ? "percent" : "W",
        type: "line",
        color: neutralColors[index] ?? "info",
        values: answer.series[index] ?? [],
      })),
    [names, metric, answer],
  );
  return (
    <Chart title={t("compare.chart")} t={answer.t} series={series} zone={zone} {...answer.span} zoom={zoom} navigator />
  );
}

function Figures({ containers, now, onRemove }: Pick<ComparePanelProps, "containers" | "now" | "onRemove">) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const words = useEnergyWords();
  const num = (
    container: ContainerRow,
    value: number | null,
    unit: NumProps["unit"],
    at = atMs(container.valuesAt),
  ) => (
    <Num value={value} unit={unit} at={at} everyS={container.everyS} now={now} zone={container.zoneName} reasonShown />
  );
  const live = (container: ContainerRow, field: RowValue, unit: NumProps["unit"]) =>
    num(container, container[field], unit, valueAt(container, field));
  const seen = (container: ContainerRow) => {
    const at = atMs(container.lastSeen);
    return at === undefined ? missing : formatAge(ageMs(at, now), locale);
  };
  const lines: [label: string, cell: (container: ContainerRow) => ReactNode][] = [
    [t("column.supply"), (container) => <EnergyMark level={container.energy.level} />],
    [t("column.state"), (container) => <StatusMark state={container.status} />],
    [t("column.soc"), (container) => live(container, "soc", "percent")],
    [
      t("column.hours"),
      (container) => (
        <HoursLeftFigure
          energy={container.energy}
          forecast={container.blackout}
          zone={container.zoneName}
          now={now}
          words={words}
        />
      ),
    ],
    [t("column.battery"), (container) => live(container, "batteryPower", "W")],
    [t("column.solar"), (container) => live(container, "solarPower", "W")],
    [t("column.load"), (container) => live(container, "loadPower", "W")],
    [t("column.energy"), (container) => num(container, container.solarGeneration, "Wh")],
    [t("compare.used"), (container) => num(container, container.energyConsumption, "Wh")],
    [t("column.seen"), seen],
    [t("column.version"), (container) => container.version ?? missing],
    [t("column.cluster"), (container) => container.cluster ?? missing],
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
    <section className={styles.frame} aria-label={t("compare.figures")} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("compare.figure")}</span>
            </th>
            {containers.map((container) => (
              <th key={container.containerId} scope="col">
                <span className={styles.head}>
                  <Link to="/containers/$slug" params={{ slug: container.containerId }}>
                    {container.name}
                  </Link>
                  <ActionIcon
                    variant="subtle"
                    size={28}
                    aria-label={t("compare.remove", { name: container.name })}
                    onClick={() => onRemove(container.containerId)}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {containers.map((container) => (
                <td key={container.containerId}>{cell(container)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
