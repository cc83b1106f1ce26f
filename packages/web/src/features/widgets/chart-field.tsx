import { Select } from "@mantine/core";
import { chartTemplates } from "@offgrid/contract/widgets/widget-types";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import type { FieldProps } from "./place-fields.tsx";

const readyMark = "ready ";

/** A chart that was built, or one of a container that needs no building. */
export function ChartField({ widget, missing, onChange }: FieldProps<Extract<Widget, { type: "chart" }>>) {
  const { t } = useTranslation("widgets");
  const containers = useContainerChoices();
  const { data: charts = [] } = useCall("chartList", {}, { select: ({ data }) => data });
  const { chart } = widget;
  const isGone = chart.kind === "saved" && !charts.some(({ id }) => id === chart.id);
  const choose = (value: string | null) => {
    const template = chartTemplates.find((one) => value === readyMark + one);
    if (template) {
      const container = chart.kind === "template" ? chart.container : (containers?.[0]?.id ?? "");
      onChange({ ...widget, chart: { kind: "template", template, container } });
    } else if (value !== null) onChange({ ...widget, chart: { kind: "saved", id: value } });
  };
  const problem = missing(chart.kind === "template" && chart.container === "");
  return (
    <>
      <Select
        label={t("form.chart")}
        data={[
          {
            group: t("form.chartReady"),
            items: chartTemplates.map((one) => ({ value: readyMark + one, label: t(`chart.${one}`) })),
          },
          {
            group: t("form.chartSaved"),
            items: [
              ...charts.map(({ id, definition }) => ({ value: id, label: definition.name })),
              ...(isGone ? [{ value: chart.id, label: t("form.chartGone") }] : []),
            ],
          },
        ]}
        value={chart.kind === "saved" ? chart.id : readyMark + chart.template}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("form.chartNone")}
        onChange={choose}
      />
      {chart.kind === "template" && (
        <div>
          <ContainerSelect
            label={t("form.container")}
            containers={containers}
            value={chart.container || undefined}
            isNeeded
            onChange={(container = "") => onChange({ ...widget, chart: { ...chart, container } })}
          />
          {problem !== undefined && <p className="og-note og-danger">{problem}</p>}
        </div>
      )}
    </>
  );
}
