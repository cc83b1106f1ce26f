import { loadWithTexts } from "../../core/i18n/i18n.ts";

/** What the page shows; all absent: every cluster, none open. */
export interface ClustersSearch {
  /** Id of the cluster that is open. */
  cluster?: string;
  /** Id of the container that is pointed at, on the map and in the list. */
  container?: string;
  /** Id of the cluster that is edited, or "new". */
  edit?: string;
}

const keys = ["cluster", "container", "edit"] as const;

export const clustersRoute = {
  load: () => loadWithTexts(["clusters", "map", "site", "ui"], () => import("./clusters.page.tsx")),
  search: (given: Record<string, unknown>): ClustersSearch =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = given[key];
        // The router reads a bare number as a number.
        const isText = typeof value === "string" || typeof value === "number";
        return isText && String(value) !== "" ? [[key, String(value)]] : [];
      }),
    ),
};
