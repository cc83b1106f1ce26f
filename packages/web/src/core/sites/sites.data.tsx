import { useEffect } from "react";

import { useCall } from "../api/use-call.ts";
import { useLiveContainer } from "../live/live.ts";
import { onTick } from "../live/tick.ts";
import { patchSite } from "./patch-sites.ts";
import { withMessage, withSnapshot } from "./site-changes.ts";

/**
 * Every container that the person may see, asked for again with each tick. The shell applies states as they change;
 * values of rows on screen move by `WatchSites`.
 */
export function useSites() {
  const sites = useCall("getSitesV2", {}, { select: (answer) => answer.data });
  const { refetch } = sites;
  // No refetchInterval: every live message changes the answer in place, which would begin its wait anew each time.
  useEffect(
    () =>
      onTick(() => {
        if (document.visibilityState !== "hidden") void refetch({ cancelRefetch: false });
      }),
    [refetch],
  );
  return sites;
}

/** Keeps the rows of these containers live while it is mounted. Draws nothing. */
export function WatchSites({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => <WatchSite key={id} id={id} />);
}

function WatchSite({ id }: { id: string }) {
  useLiveContainer(id, {
    onSnapshot: (snapshot) => patchSite(id, (row) => withSnapshot(row, snapshot)),
    onChange: (message) => patchSite(id, (row) => withMessage(row, message)),
  });
  return null;
}
