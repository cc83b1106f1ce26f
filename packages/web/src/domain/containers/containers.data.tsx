import { useEffect, useMemo } from "react";

import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { useIsLastKnown, useLiveContainer } from "../../core/live/live.ts";
import { onTick } from "../../core/live/tick.ts";
import { patchContainer } from "./patch-containers.ts";
import { withMessage, withSnapshot } from "./row-changes.ts";

/** May the person register containers? Others see whom to ask. */
export function useMayRegister(): boolean {
  return useCan("registerNewContainer");
}

/**
 * Every container that the person may see, fetched again at each tick. The shell applies states as they change; values
 * of rows on screen move by `WatchContainers`.
 */
export function useContainers() {
  const containers = useCall("getSitesV2", {}, { select: (answer) => answer.data });
  const { refetch } = containers;
  // No refetchInterval: every live message changes the answer in place, which would restart its wait each time.
  useEffect(
    () =>
      onTick(() => {
        if (document.visibilityState !== "hidden") void refetch({ cancelRefetch: false });
      }),
    [refetch],
  );
  return containers;
}

/**
 * As of when containers are judged, epoch ms: the present, or while nothing comes here, when they were last known. Values that
 * grow old only because this browser has no connection have one cause, which is said above every screen.
 */
export function useKnownMs(nowMs: number): number {
  const { dataUpdatedAt } = useCall("getSitesV2", {});
  return useIsLastKnown() && dataUpdatedAt > 0 ? Math.min(nowMs, dataUpdatedAt) : nowMs;
}

/** A container to choose. */
export interface ContainerChoice {
  id: string;
  name: string;
}

/** Each container that the person may see, to choose from; undefined until they are known. */
export function useContainerChoices(): ContainerChoice[] | undefined {
  const { data } = useContainers();
  return useMemo(() => data?.map(({ containerId, name }) => ({ id: containerId, name })), [data]);
}

/** Keeps the rows of these containers live while it is mounted. Draws nothing. */
export function WatchContainers({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => <WatchContainer key={id} id={id} />);
}

function WatchContainer({ id }: { id: string }) {
  useLiveContainer(id, {
    onSnapshot: (snapshot) => patchContainer(id, (row) => withSnapshot(row, snapshot)),
    onChange: (message) => patchContainer(id, (row) => withMessage(row, message)),
  });
  return null;
}
