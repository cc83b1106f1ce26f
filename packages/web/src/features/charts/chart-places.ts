import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useClusters } from "../../domain/charts/charts.data.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";

/** The names that the person sees. Undefined: not known yet. */
interface Seen {
  container: (id: string) => string | undefined;
  cluster: (id: string) => string | undefined;
}

interface PlaceWords {
  cluster: (name: string) => string;
  anyContainer: string;
  anyCluster: string;
  hiddenContainer: string;
  hiddenCluster: string;
}

/**
 * What a chart is of, in the order of its series, and what it is compared with: each container and cluster once, and what
 * the person does not see once at the end. Pure.
 */
export function chartPlaces({ series, compare }: ChartDefinition, seen: Seen, words: PlaceWords): string[] {
  const found = new Set<string>();
  const hidden = new Set<string>();
  const put = (name: string | undefined, otherwise: string) =>
    name === undefined ? hidden.add(otherwise) : found.add(name);
  for (const one of series) {
    if (one.kind !== "metric") continue;
    if (one.of.kind === "containers") for (const id of one.of.ids) put(seen.container(id), words.hiddenContainer);
    else if (one.of.kind === "$container") found.add(words.anyContainer);
    else if (one.of.kind === "$cluster") found.add(words.anyCluster);
    else {
      const name = seen.cluster(one.of.id);
      put(name === undefined ? undefined : words.cluster(name), words.hiddenCluster);
    }
  }
  if (compare.kind === "container") put(seen.container(compare.containerId), words.hiddenContainer);
  return [...found, ...hidden];
}

/** What a chart is of, in words; undefined until the names are known. */
export function useChartPlaces(): ((definition: ChartDefinition) => string[]) | undefined {
  const { t } = useTranslation("charts");
  const containers = useContainerChoices();
  const clusters = useClusters();
  return useMemo(() => {
    if (!containers || !clusters) return undefined;
    const containerNames = new Map(containers.map(({ id, name }) => [id, name]));
    const clusterNames = new Map(clusters.map(({ id, name }) => [id, name]));
    const seen = { container: (id: string) => containerNames.get(id), cluster: (id: string) => clusterNames.get(id) };
    const words = {
      cluster: (name: string) => t("places.cluster", { name }),
      ...{ anyContainer: t("places.anyContainer"), anyCluster: t("places.anyCluster") },
      ...{ hiddenContainer: t("places.hiddenContainer"), hiddenCluster: t("places.hiddenCluster") },
    };
    return (definition: ChartDefinition) => chartPlaces(definition, seen, words);
  }, [containers, clusters, t]);
}
