import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { useChartChoices } from "./reports.data.ts";
import type { DraftProps } from "./report-draft.ts";

/** Which container or chart, and what stands for the placeholders of a chart. */
export function SubjectFields({ draft, placeholders, faultAt, onSet }: DraftProps) {
  const { t } = useTranslation("reports");
  const containers = useContainerChoices();
  const charts = useChartChoices();
  const { kind, chartId, containerId, clusterId } = draft;
  const clusters = useCall(
    "clusterList",
    {},
    { select: ({ data }) => data, enabled: placeholders.has("$cluster") },
  ).data;
  return (
    <>
      {kind === "chart" && (
        <Select
          label={t("form.chart")}
          placeholder={t("form.choose")}
          data={(charts ?? []).map(({ id, definition }) => ({ value: id, label: definition.name }))}
          value={chartId ?? null}
          error={faultAt("chart") ?? faultAt("subject")}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t("form.noChart")}
          onChange={(id) => onSet({ chartId: id ?? undefined })}
        />
      )}
      {(kind === "container_month" || placeholders.has("$container")) && (
        <ContainerSelect
          label={t("form.container")}
          containers={containers}
          value={containerId}
          error={faultAt("container")}
          isNeeded
          onChange={(id) => onSet({ containerId: id })}
        />
      )}
      {placeholders.has("$cluster") && (
        <Select
          label={t("form.cluster")}
          placeholder={t("form.choose")}
          data={(clusters ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={clusterId ?? null}
          error={faultAt("cluster")}
          searchable
          allowDeselect={false}
          onChange={(id) => onSet({ clusterId: id ?? undefined })}
        />
      )}
    </>
  );
}
