import { useTranslation } from "react-i18next";

import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import type { Named, Places } from "./editing.ts";
import type { Override } from "./rule-input.ts";
import { useClusterChoices, useKitChoices } from "../../domain/warnings/rules.data.ts";

/** What the container, cluster or kit of an override is called: "cluster North". Of what the person does not see: its id. */
export function useWhose({ containers, clusters, kits }: Places): (own: Override) => string {
  const { t } = useTranslation("warnings");
  const nameOf = (all: readonly Named[], wanted: string) => all.find(({ id }) => id === wanted)?.name ?? wanted;
  return ({ containerId, clusterId, kitId }) => {
    if (containerId !== undefined) return nameOf(containers, containerId);
    if (clusterId !== undefined) return t("overrides.ofCluster", { name: nameOf(clusters, clusterId) });
    return kitId === undefined ? "…" : t("overrides.ofKit", { name: nameOf(kits, kitId) });
  };
}

/** The same for lists of rules. */
export function useWhoseOfAll(): (own: Override) => string {
  return useWhose({
    containers: useContainerChoices() ?? [],
    clusters: useClusterChoices() ?? [],
    kits: useKitChoices() ?? [],
  });
}
