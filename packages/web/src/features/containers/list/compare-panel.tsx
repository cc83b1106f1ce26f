import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { ActionIcon, Drawer, SegmentedControl } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { missing } from "../../../core/format.ts";
import { formatAge } from "../../../core/time.ts";
import { Async, type Pending } from "../../../ui/async.tsx";
import cardStyles from "../../../ui/card.module.css";
import type { ChartSeries, SeriesColor } from "../../../ui/chart/chart-series.ts";
import { Chart } from "../../../ui/chart/chart.tsx";
import { atMs } from "../../../ui/container/site-facts.ts";
import { ageMs } from "../../../ui/freshness.ts";
import { Num, type NumProps } from "../../../ui/num.tsx";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import type { ComparedMetric } from "../container-list.data.ts";
import type { DayAnswer } from "../containers.data.ts";
import styles from "./compare-panel.module.css";

/** One colour per container; they are far apart for every kind of sight. */
const colors: readonly SeriesColor[] = ["load", "solar", "battery-out", "battery-in"];
const metrics: readonly ComparedMetric[] = ["soc", "solar", "load"];

export interface ComparePanelProps {
  /** In the order of the address, at most four. */
  sites: readonly SiteRow[];
  now: number;
  metric: ComparedMetric;
  /** The course of today: a series per container. */
  course: Pending<DayAnswer>;
  zone: string;
  onMetric: (metric: ComparedMetric) => void;
  onRemove: (containerId: string) => void;
  onClose: () => void;
}

/** A few containers side by side: their figures, and today's course over each other. */
export function ComparePanel({ sites, now, metric, course, zone, onMetric, onRemove, onClose }: ComparePanelProps) {
  const { t } = useTranslation("container-list");
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={900}
      title={t("compare.title")}
      closeButtonProps={{ "aria-label": t("compare.close") }}
    >
      <div className={styles.panel}>
        {sites.length < 2 && <p className={styles.note}>{t("compare.one")}</p>}
        <Figures sites={sites} now={now} onRemove={onRemove} />
        <div className={`${cardStyles.card} ${styles.panel}`}>
          <SegmentedControl
            className={styles.metrics}
            aria-label={t("compare.shown")}
            value={metric}
            data={metrics.map((one) => ({ value: one, label: t(`compare.${one}`) }))}
            onChange={(value) => onMetric(metrics.find((one) => one === value) ?? "soc")}
          />
          <Async of={course} height={420}>
            {(answer) => <Course sites={sites} metric={metric} answer={answer} zone={zone} />}
          </Async>
          <p className={styles.note}>{t("compare.zone", { zone })}</p>
        </div>
      </div>
    </Drawer>
  );
}

function Course({
  sites,
  metric,
  answer,
  zone,
}: Pick<ComparePanelProps, "sites" | "metric" | "zone"> & { answer: DayAnswer }) {
  const { t } = useTranslation("container-list");
  const names = sites.map((site) => site.name).join("\n");
  const series = useMemo(
    () =>
      names.split("\n").map((title, index): ChartSeries => ({
        id: `container-${index}`,
        title,
        unit: metric === "soc" ? "percent" : "W",
        type: "line",
        color: colors[index] ?? "info",
        values: answer.series[index] ?? [],
      })),
    [names, metric, answer],
  );
  return <Chart title={t("compare.chart")} t={answer.t} series={series} zone={zone} />;
}

function Figures({ sites, now, onRemove }: Pick<ComparePanelProps, "sites" | "now" | "onRemove">) {
  const { t } = useTranslation("container-list");
  const locale = useLocale();
  const num = (site: SiteRow, value: number | null, unit: NumProps["unit"]) => (
    <Num
      value={value}
      unit={unit}
      at={atMs(site.valuesAt)}
      everyS={site.everyS}
      now={now}
      zone={site.zoneName}
      reasonShown
    />
  );
  const seen = (site: SiteRow) => {
    const at = atMs(site.lastSeen);
    return at === undefined ? missing : formatAge(ageMs(at, now), locale);
  };
  const lines: [label: string, cell: (site: SiteRow) => ReactNode][] = [
    [t("column.state"), (site) => <StatusMark state={site.status} />],
    [t("column.soc"), (site) => num(site, site.soc, "percent")],
    [t("column.battery"), (site) => num(site, site.batteryPower, "W")],
    [t("column.solar"), (site) => num(site, site.solarPower, "W")],
    [t("column.load"), (site) => num(site, site.loadPower, "W")],
    [t("column.energy"), (site) => num(site, site.solarGeneration, "Wh")],
    [t("compare.used"), (site) => num(site, site.energyConsumption, "Wh")],
    [t("column.seen"), seen],
    [t("column.version"), (site) => site.version ?? missing],
    [t("column.cluster"), (site) => site.cluster ?? missing],
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
            {sites.map((site) => (
              <th key={site.containerId} scope="col">
                <span className={styles.head}>
                  <Link to="/containers/$slug" params={{ slug: site.containerId }}>
                    {site.name}
                  </Link>
                  <ActionIcon
                    variant="subtle"
                    size={28}
                    aria-label={t("compare.remove", { name: site.name })}
                    onClick={() => onRemove(site.containerId)}
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
              {sites.map((site) => (
                <td key={site.containerId}>{cell(site)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
