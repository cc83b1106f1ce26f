import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { isChunkAway, onChunkAway } from "../core/chunk.ts";

/** Above the skeleton of a lazy part: says that the part waits for the connection, while it does. */
export function PartAway() {
  const { t } = useTranslation();
  const isAway = useSyncExternalStore(onChunkAway, isChunkAway);
  return isAway ? <p role="status">{t("error.away_text")}</p> : null;
}
