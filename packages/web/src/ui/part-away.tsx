import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { isChunkAway, onChunkAway, waitForStalled } from "../core/chunk.ts";

/** Does a lazy part wait for the connection? */
export function useIsPartAway(): boolean {
  return useSyncExternalStore(onChunkAway, isChunkAway);
}

/** Above the skeleton of a lazy part: says that the part waits for the connection, while it does. */
export function PartAway() {
  const { t } = useTranslation();
  return useIsPartAway() ? <p role="status">{t("error.part_away_text")}</p> : null;
}

/** For what stands in the place of a whole screen or tab, where nothing is lost when the page is loaded anew. */
export function useReloadIfStuck(): void {
  const isAway = useIsPartAway();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useEffect(() => {
    if (isAway) void waitForStalled(() => isShown.current);
  }, [isAway]);
}
