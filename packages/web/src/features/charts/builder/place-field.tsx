import type { SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { useClusters } from "../../../domain/charts/charts.data.ts";
import { ManySelect } from "../../../ui/many-select.tsx";

interface PlaceFieldProps {
  of: SeriesPlace;
  error: ReactNode;
  onChange: (of: SeriesPlace) => void;
}

const clusterMark = "cluster ";

/** Where a series is measured: containers one by one, a cluster, or whichever the viewer chooses. */
export function PlaceField({ of, error, onChange }: PlaceFieldProps) {
  const { t } = useTranslation("charts");
  const containers = useContainerChoices() ?? [];
  const clusters = useClusters() ?? [];
  const gone = of.kind === "containers" ? of.ids.filter((id) => !containers.some((one) => one.id === id)) : [];
  const value = of.kind === "containers" ? of.ids : of.kind === "cluster" ? [`${clusterMark}${of.id}`] : [of.kind];
  const choose = (next: string[]) => {
    const last = next.at(-1);
    if (last === "$container" || last === "$cluster") return onChange({ kind: last });
    if (last?.startsWith(clusterMark)) return onChange({ kind: "cluster", id: last.slice(clusterMark.length) });
    onChange({ kind: "containers", ids: next.filter((one) => !one.startsWith("$") && !one.startsWith(clusterMark)) });
  };
  return (
    <ManySelect
      label={t("series.place")}
      data={[
        {
          group: t("place.any"),
          items: [
            { value: "$container", label: t("place.anyContainer") },
            { value: "$cluster", label: t("place.anyCluster") },
          ],
        },
        {
          group: t("place.clusters"),
          items: clusters.map(({ id, name }) => ({ value: `${clusterMark}${id}`, label: name })),
        },
        {
          group: t("place.containers"),
          items: [
            ...containers.map(({ id, name }) => ({ value: id, label: name })),
            ...gone.map((id) => ({ value: id, label: t("place.gone", { id }) })),
          ],
        },
      ]}
      value={value}
      error={error}
      searchable
      hidePickedOptions
      limit={150}
      openOnFocus={false}
      nothingFoundMessage={t("place.none")}
      onChange={choose}
    />
  );
}
