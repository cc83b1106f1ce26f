import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { Select } from "@mantine/core";
import { memo, useEffect } from "react";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../../domain/containers/container-select.tsx";
import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { columns } from "../../../ui/columns.ts";
import { useClusters } from "../../../domain/charts/charts.data.ts";

interface PlaceChoiceProps {
  definition: ChartDefinition;
  containerId: string | undefined;
  clusterId: string | undefined;
  onChange: (place: { container?: string; cluster?: string }) => void;
}

/** What the placeholders of a chart stand for; nothing where it has none. The first is chosen by itself. */
export const PlaceChoice = memo(function PlaceChoice({
  definition,
  containerId,
  clusterId,
  onChange,
}: PlaceChoiceProps) {
  const { t } = useTranslation("charts");
  const has = (kind: "$container" | "$cluster") =>
    definition.series.some((one) => one.kind === "metric" && one.of.kind === kind);
  const [needsContainer, needsCluster] = [has("$container"), has("$cluster")];
  const containers = useContainerChoices();
  const clusters = useClusters();
  const firstContainer = needsContainer && containerId === undefined ? containers?.[0]?.id : undefined;
  const firstCluster = needsCluster && clusterId === undefined ? clusters?.[0]?.id : undefined;
  useEffect(() => {
    if (firstContainer === undefined && firstCluster === undefined) return;
    onChange({
      ...(firstContainer !== undefined && { container: firstContainer }),
      ...(firstCluster !== undefined && { cluster: firstCluster }),
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each that is missing
  }, [firstContainer, firstCluster]);
  if (!needsContainer && !needsCluster) return null;
  return (
    <div className="og-grid og-mid" style={columns(220)}>
      {needsContainer && (
        <ContainerSelect
          label={t("place.container")}
          containers={containers}
          value={containerId}
          isNeeded
          onChange={(id) => id !== undefined && onChange({ container: id })}
        />
      )}
      {needsCluster && (
        <Select
          label={t("place.cluster")}
          data={(clusters ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={clusterId ?? null}
          searchable
          nothingFoundMessage={t("place.noCluster")}
          onChange={(id) => id !== null && onChange({ cluster: id })}
        />
      )}
    </div>
  );
});
