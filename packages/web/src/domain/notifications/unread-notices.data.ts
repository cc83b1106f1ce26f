import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";

export type Notice = Answer<"getWarningUnread">["data"][number];

const most = 100;

/**
 * What the person was warned of and has not read although no incident stands for it, newest first: what concerns
 * them alone, and what containers report by themselves.
 */
export function useUnreadNotices(isWanted = true) {
  const { data = [] } = useCall(
    "getWarningUnread",
    { pageSize: most },
    {
      staleTime: 0,
      refetchInterval: tickMs,
      enabled: isWanted,
      select: (answer) => answer.data.filter(({ incidentId }) => incidentId === null),
    },
  );
  return {
    personal: data.filter(({ containerId }) => containerId === null),
    reported: data.filter(({ containerId }) => containerId !== null),
  };
}
