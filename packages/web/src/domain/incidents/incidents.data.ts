import { tickMs } from "@offgrid/contract/core/constants";
import { keepPreviousData } from "@tanstack/react-query";

import type { Answer, Input } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";

export type Incident = Answer<"incidentList">["data"][number];

/** A page of incidents: what goes on first, worst first. The previous page stays while the next is being fetched. */
export function useIncidents(query: Input<"incidentList">, isWanted = true) {
  return useCall("incidentList", query, {
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: tickMs,
  });
}

/** What goes on now, worst first. */
export function useGoingOn() {
  return useIncidents({ state: "going_on", pageSize: 200 });
}
