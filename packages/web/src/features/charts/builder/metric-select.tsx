import type { SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";
import { findMetric, metrics as catalogue, type Unit } from "@offgrid/contract/telemetry/metrics";
import { type ComboboxLikeRenderOptionInput, Select } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Input } from "../../../core/api/call.ts";
import { formatQuantityText } from "../../../core/format.ts";
import { useDrawing } from "../../../domain/charts/drawing.data.ts";
import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { useMetrics } from "../../../domain/charts/charts.data.ts";
import { blankDefinition } from "../../../domain/charts/templates.ts";
import { byImportance, matching } from "./metric-order.ts";

interface MetricSelectProps {
  value: string;
  of: SeriesPlace;
  /** What the placeholders stand for now. */
  containerId: string | undefined;
  clusterId: string | undefined;
  error: ReactNode;
  /** It was just added, and this is what it lacks. */
  isNew: boolean;
  onChange: (metric: string) => void;
}

/** So many have a small picture: a chart has no more series. */
const mostPictures = 20;

/** What is measured at these containers, with the last value; what is not stands below, and cannot be chosen. */
export function MetricSelect({ value, of, containerId, clusterId, error, isNew, onChange }: MetricSelectProps) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const place = useSeenPlace(of, containerId, clusterId);
  const found = useMetrics(place ?? {}, place !== undefined);
  const measured = (found.data?.data ?? []).toSorted((a, b) => byImportance(a.metric, b.metric));
  const one = found.data?.containers === 1 ? place?.containerIds?.[0] : undefined;
  const pictures = usePictures(isOpen ? one : undefined, measured.map(({ metric }) => metric).slice(0, mostPictures));
  const nameOf = (metric: string) => findMetric(metric)?.[locale] ?? metric;
  const here = new Set(measured.map(({ metric }) => metric));
  const others = found.data ? Object.keys(catalogue).filter((metric) => !here.has(metric)) : [];
  const option = (metric: string) => ({ value: metric, label: nameOf(metric) });
  const renderOption = ({
    option: { value: metric, label },
  }: ComboboxLikeRenderOptionInput<{ value: string; label: string }>) => {
    const facts = measured.find((each) => each.metric === metric);
    const unit = findMetric(metric)?.unit ?? "count";
    const total = found.data?.containers ?? 0;
    const said = facts && facts.value !== null ? valueText(facts.value, unit, locale) : undefined;
    return (
      <div className="og-ends og-wide" style={{ gap: 8 }}>
        <span className="og-words">
          {label}
          <span className="og-small"> {metric}</span>
        </span>
        <span className="og-row og-small og-number og-nowrap">
          {pictures.has(metric) && <Sparkline values={pictures.get(metric) ?? []} />}
          {said ?? (facts && total > 1 ? t("metric.at", { count: facts.containers, total }) : "")}
        </span>
      </div>
    );
  };
  return (
    <Select
      ref={useFocusOnce(isNew)}
      label={t("series.metric")}
      placeholder={t("metric.choose")}
      data={[
        ...(value === "" || here.has(value) || others.includes(value) ? [] : [option(value)]),
        { group: t("metric.here"), items: measured.map(({ metric }) => option(metric)) },
        {
          group: t("metric.elsewhere"),
          items: others.map((metric) => ({ ...option(metric), disabled: metric !== value })),
        },
      ]}
      value={value === "" ? null : value}
      {...{ error, renderOption }}
      searchable
      selectFirstOptionOnChange
      filter={({ options, search }) => matching(options, search)}
      limit={200}
      maxDropdownHeight={340}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
      nothingFoundMessage={t("metric.none")}
      onDropdownOpen={() => setOpen(true)}
      onChange={(metric) => metric !== null && onChange(metric)}
    />
  );
}

/** A time that something has lasted is read in hours and days, not in thousands of seconds. */
function valueText(value: number, unit: Unit, locale: LocaleCode): string {
  return unit === "s" ? durationText(value, locale) : formatQuantityText(value, unit, locale);
}

/** A field that has the focus from the first, where something was added whose next step it is. */
function useFocusOnce(isNew: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const wasNew = useRef(isNew);
  useEffect(() => {
    if (wasNew.current) field.current?.focus();
  }, []);
  return field;
}

/** Where it is asked: containers that are gone measure nothing to choose from. */
function useSeenPlace(of: SeriesPlace, containerId: string | undefined, clusterId: string | undefined) {
  const seen = useContainerChoices();
  if (!seen) return undefined;
  const isSeen = (id: string) => seen.some((one) => one.id === id);
  const left = of.kind === "containers" ? { ...of, ids: of.ids.filter(isSeen) } : of;
  return placeOf(left, containerId, clusterId);
}

function placeOf(of: SeriesPlace, containerId: string | undefined, clusterId: string | undefined) {
  const one = (id: string | undefined): Input<"chartMetrics"> | undefined => (id ? { containerIds: [id] } : undefined);
  if (of.kind === "containers") return of.ids.length > 0 ? { containerIds: of.ids } : undefined;
  if (of.kind === "$container") return one(containerId);
  const cluster = of.kind === "cluster" ? of.id : clusterId;
  return cluster === undefined ? undefined : { clusterId: cluster, containerIds: [] as string[] };
}

/** The last day of each of these metrics. */
function usePictures(containerId: string | undefined, metrics: readonly string[]) {
  const definition = {
    ...blankDefinition(),
    period: "day" as const,
    groupBy: "hour" as const,
    series: metrics.map((metric, index) => ({
      ...{ id: `s${index}`, kind: "metric" as const, metric },
      of: { kind: "containers" as const, ids: containerId === undefined ? [] : [containerId] },
    })),
  };
  const { data } = useDrawing({ definition, points: 30 }, { enabled: containerId !== undefined && metrics.length > 0 });
  return new Map(
    (data?.lines ?? []).map(({ series, values }) => [metrics[Number(series.slice(1))] ?? "", values] as const),
  );
}
