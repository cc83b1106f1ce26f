import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useEffect, useRef } from "react";

import type { Answer } from "../../../core/api/call.ts";
import { patchAnswers } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useLiveContainer } from "../../../core/live/live.ts";
import { onTick } from "../../../core/live/tick.ts";
import { withMessage, withSnapshot } from "./live-merge.ts";

/**
 * Everything about a container, live while it is shown: its controller sends each frame at once. Data that no message
 * carries (today's energy and data, devices) comes at each tick.
 */
export function useContainer(containerId: string) {
  const container = useCall("getContainerInfoV4", { containerId }, { select: infoOf });
  const { refetch } = container;
  // No refetchInterval here: every live message would restart its wait, so it would never end.
  useEffect(() => onTick(() => void refetch()), [refetch]);
  // Taken away while its page is open: from now on only whether it is back is requested.
  const known = container.error?.code === "not_found" ? undefined : container.data?.containerId;
  const watchedEveryS = useRef<number>(undefined);
  useLiveContainer(known, {
    onSnapshot: (snapshot, everyS) => {
      watchedEveryS.current = everyS;
      patchContainer(containerId, (info) => withSnapshot(info, snapshot));
    },
    // From the first message on the controller is known to send at once.
    onChange: (message) =>
      patchContainer(containerId, (info) =>
        withMessage({ ...info, everyS: watchedEveryS.current ?? info.everyS }, message),
      ),
  });
  return container;
}

function infoOf(answer: Answer<"getContainerInfoV4">): ContainerInfoV4 {
  return answer.data;
}

function patchContainer(containerId: string, change: (info: ContainerInfoV4) => ContainerInfoV4): void {
  patchAnswers("getContainerInfoV4", (answer) =>
    answer.data.containerId === containerId ? { ...answer, data: change(answer.data) } : answer,
  );
}
