import type { ChartCompare, ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { chartGroups, chartPeriods } from "@offgrid/contract/charts/chart-choices";
import { NativeSelect } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../../core/live/tick.ts";
import { ContainerSelect } from "../../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { columns } from "../../../ui/columns.ts";
import { rangeOf } from "../../../ui/period-range.ts";
import { Section } from "../../../ui/section.tsx";
import { browserZone } from "../../../ui/use-locale.ts";
import { RangeFields } from "../../../ui/range-fields.tsx";

interface TimePanelProps {
  definition: ChartDefinition;
  /** The one that the chart is drawn in; undefined: its first drawing, which tells it, is not there yet. */
  zone: string | undefined;
  onChange: (next: ChartDefinition, field?: string) => void;
}

const compareKinds = ["none", "previous", "week", "year", "container"] as const;

/** Which time a chart shows, by which groups, and what is laid over it. */
export const TimePanel = memo(function TimePanel({ definition, zone, onChange }: TimePanelProps) {
  const { t } = useTranslation(["charts", "ui"]);
  const now = useTick();
  const { period, from, to, groupBy } = definition;
  const custom = period === "custom" && from !== undefined ? { fromMs: from, toMs: to ?? now } : undefined;
  const setPeriod = (next: ChartDefinition["period"]) => {
    const { from: _from, to: _to, ...rest } = definition;
    if (next !== "custom") return onChange({ ...rest, period: next });
    const range = rangeOf({ period: period === "custom" ? "7_days" : period }, now, zone ?? browserZone);
    onChange({ ...rest, period: next, from: Math.round(range.fromMs), to: Math.round(range.toMs) });
  };
  return (
    <Section title={t("time.title")}>
      <div className="og-grid og-mid" style={columns(140, { gap: "12px" })}>
        <NativeSelect
          label={t("ui:period.label")}
          value={period}
          data={chartPeriods.map((value) => ({ value, label: t(`ui:period.${value}`) }))}
          onChange={(event) => setPeriod(event.currentTarget.value as ChartDefinition["period"])}
        />
        <NativeSelect
          label={t("time.groupBy")}
          value={groupBy}
          data={(["auto", ...chartGroups] as const).map((value) => ({ value, label: t(`group.${value}`) }))}
          onChange={(event) =>
            onChange({ ...definition, groupBy: event.currentTarget.value as ChartDefinition["groupBy"] })
          }
        />
      </div>
      {custom && zone !== undefined && (
        <RangeFields
          {...custom}
          zone={zone}
          onChange={({ fromMs, toMs }) => onChange({ ...definition, period: "custom", from: fromMs, to: toMs })}
        />
      )}
      <CompareFields definition={definition} onChange={onChange} />
    </Section>
  );
});

function CompareFields({ definition, onChange }: Omit<TimePanelProps, "zone">) {
  const { t } = useTranslation("charts");
  const containers = useContainerChoices();
  const { compare } = definition;
  const setCompare = (kind: ChartCompare["kind"]) => {
    if (kind !== "container") return onChange({ ...definition, compare: { kind } });
    const [first] = containers ?? [];
    if (first) onChange({ ...definition, compare: { kind, containerId: first.id } });
  };
  return (
    <>
      <NativeSelect
        label={t("compare.label")}
        value={compare.kind}
        data={compareKinds.map((value) => ({ value, label: t(`compare.${value}`) }))}
        onChange={(event) => setCompare(event.currentTarget.value as ChartCompare["kind"])}
      />
      {compare.kind === "container" && (
        <ContainerSelect
          label={t("compare.which")}
          containers={containers}
          value={compare.containerId}
          isNeeded
          onChange={(id) =>
            id !== undefined && onChange({ ...definition, compare: { kind: "container", containerId: id } })
          }
        />
      )}
    </>
  );
}
