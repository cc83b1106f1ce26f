import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { useChartChoices } from "./reports.data.ts";
import type { DraftProps } from "./report-draft.ts";

/** Which container or chart, and what stands for the placeholders of a chart. */
export function SubjectFields({ draft, faultAt, onSet }: DraftProps) {
  const { t } = useTranslation("reports");
  const containers = useContainerChoices();
  const charts = useChartChoices();
  const { kind, chartId, containerId, clusterId } = draft;
  const chart = charts?.find(({ id }) => id === chartId);
  const has = (place: string) =>
    kind === "chart" &&
    (chart?.definition.series.some((one) => one.kind === "metric" && one.of.kind === place) ?? false);
  const clusters = useCall("clusterList", {}, { select: ({ data }) => data, enabled: has("$cluster") }).data;
  const fault = faultAt("subject");
  return (
    <>
      {kind === "chart" && (
        <Select
          label={t("form.chart")}
          placeholder={t("form.choose")}
          data={(charts ?? []).map(({ id, definition }) => ({ value: id, label: definition.name }))}
          value={chartId ?? null}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t("form.noChart")}
          onChange={(id) => {
            const name = charts?.find((one) => one.id === id)?.definition.name ?? "";
            onSet({ chartId: id ?? undefined, ...(draft.name === "" && { name }) });
          }}
        />
      )}
      {(kind === "container_month" || has("$container")) && (
        <ContainerSelect
          label={t("form.container")}
          containers={containers}
          value={containerId}
          isNeeded
          onChange={(id) => onSet({ containerId: id })}
        />
      )}
      {has("$cluster") && (
        <Select
          label={t("form.cluster")}
          placeholder={t("form.choose")}
          data={(clusters ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={clusterId ?? null}
          searchable
          allowDeselect={false}
          onChange={(id) => onSet({ clusterId: id ?? undefined })}
        />
      )}
      {fault !== undefined && (
        <p className="og-flush og-amber" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
