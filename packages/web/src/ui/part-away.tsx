import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { isChunkAway, onChunkAway } from "../core/chunk.ts";

/** Does a lazy part wait for the connection? */
export function useIsPartAway(): boolean {
  return useSyncExternalStore(onChunkAway, isChunkAway);
}

/** Above the skeleton of a lazy part: says that the part waits for the connection, while it does. */
export function PartAway() {
  const { t } = useTranslation();
  return useIsPartAway() ? <p role="status">{t("error.part_away_text")}</p> : null;
}
