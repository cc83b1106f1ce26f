import { Alert } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { wasEnded } from "./ended-session.ts";
import { leftState, onLeftChange } from "./left-sessions.ts";

/**
 * Whoever signed out without a network reads that the portal does not know it yet, and when it does; whose session ended
 * without that, that it has.
 */
export function LeftNote() {
  const { t } = useTranslation("session");
  const state = useSyncExternalStore(onLeftChange, leftState);
  if (state === "none") return wasEnded() ? <EndedNote /> : null;
  return (
    <Alert color={state === "ended" ? "brand" : "yellow"} variant="light" role="status">
      {t(state === "ended" ? "left_ended" : "left_waiting")}
    </Alert>
  );
}

function EndedNote() {
  const { t } = useTranslation("session");
  return (
    <Alert color="yellow" variant="light" role="status">
      {t("ended")}
    </Alert>
  );
}
