import { type SearchParams, textParam } from "../../core/search-params.ts";

/** What the page shows; all absent: every cluster, none open. */
export interface ClustersSearch {
  /** Id of the cluster that is open. */
  cluster?: string;
  /** Id of the container that is pointed at, on the map and in the list. */
  container?: string;
  /** Id of the cluster that is edited, or "new". */
  edit?: string;
}

export function clustersSearch(given: SearchParams): ClustersSearch {
  return { ...textParam(given, "cluster"), ...textParam(given, "container"), ...textParam(given, "edit") };
}
