import { useTranslation } from "react-i18next";

import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { type SavedRule, useClusterChoices } from "../../domain/warnings/rules.data.ts";

/** Containers that are named one by one; of more, the others are counted. */
const namedContainers = 3;

/** What a rule looks at, in words: its cluster, or its containers. */
export function useScopeWords(): (saved: SavedRule) => string {
  const { t } = useTranslation("warnings");
  const containers = useContainerChoices();
  const clusters = useClusterChoices();
  return ({ rule: { cluster, sites = [] }, containers: watched }) => {
    if (cluster !== undefined) {
      const name = clusters?.find(({ id }) => id === cluster)?.name ?? cluster;
      return t("scope.ofCluster", { name, count: watched });
    }
    if (sites.length === 0) return t("scope.none");
    const nameOf = (wanted: string) => containers?.find(({ id }) => id === wanted)?.name ?? wanted;
    const named = sites.slice(0, namedContainers).map(nameOf).join(", ");
    return sites.length > namedContainers
      ? t("scope.andMore", { names: named, count: sites.length - namedContainers })
      : named;
  };
}
