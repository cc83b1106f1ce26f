import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useMemo } from "react";

import { countStates } from "../../../domain/containers/fleet-facts.ts";
import { searchContainers } from "../../../domain/containers/search-containers.ts";
import { facetsOf, fitsFacets, isInState, sortContainers } from "../arrange.ts";
import { type ListQuery, usualSort } from "../list-choices.ts";
import { useSettled } from "./use-settled.ts";

/**
 * The rows that are shown, with the values of this moment in the order that was settled on.
 * @param knownMs When the containers were last known (`useKnownMs`): as of then they are judged.
 */
export function useRows(containers: readonly ContainerRow[], query: ListQuery, knownMs: number) {
  const arranged = useArranged(useSettled(containers, knownMs), query, knownMs);
  const byId = useMemo(() => new Map(containers.map((container) => [container.containerId, container])), [containers]);
  const rows = useMemo(
    () => arranged.rows.flatMap((container) => byId.get(container.containerId) ?? []),
    [arranged.rows, byId],
  );
  const listKey = useMemo(() => arranged.rows.map((container) => container.containerId).join(" "), [arranged.rows]);
  return { arranged, byId, rows, listKey };
}

/** The rows of a query in their order, and what its filters would leave. */
function useArranged(containers: readonly ContainerRow[], query: ListQuery, knownMs: number) {
  const { search = "", status, energy, cluster, version, country, operator, favorite } = query;
  const { sort = usualSort, reversed = false } = query;
  const found = useMemo(() => searchContainers(containers, search), [containers, search]);
  const fitting = useMemo(
    () =>
      found.filter((container) =>
        fitsFacets(container, {
          ...(cluster === undefined ? {} : { cluster }),
          ...(version === undefined ? {} : { version }),
          ...(country === undefined ? {} : { country }),
          ...(operator === undefined ? {} : { operator }),
          ...(favorite ? { favorite } : {}),
        }),
      ),
    [found, cluster, version, country, operator, favorite],
  );
  const rows = useMemo(
    () =>
      sortContainers(
        fitting.filter((container) =>
          isInState(container, { ...(status ? { status } : {}), ...(energy ? { energy } : {}) }),
        ),
        sort,
        reversed,
        knownMs,
      ),
    [fitting, status, energy, sort, reversed, knownMs],
  );
  const facets = useMemo(() => facetsOf(containers, found), [containers, found]);
  const counts = useMemo(() => countStates(fitting), [fitting]);
  return { rows, facets, counts, found: fitting.length };
}
