import type { SessionRow } from "@offgrid/contract/session/session.schema";
import { useTranslation } from "react-i18next";

import { SessionForm } from "../../../domain/sessions/session-form.tsx";

interface Props {
  sessions: readonly SessionRow[];
  /** Without an id: all but the one at hand. */
  onEnd: (id?: string) => Promise<void>;
}

/** The user's sessions, with ways to end one of them or all others. */
export function SessionSection({ sessions, onEnd }: Props) {
  const { t } = useTranslation("profile");
  return (
    <div className="og-stack">
      <p className="og-quiet og-anywhere">{t("sessions_help")}</p>
      <SessionForm
        sessions={sessions}
        endMany={t("sessions_end_others")}
        isEndManyDisabled={sessions.every(({ current }) => current)}
        ended={{ one: t("session_ended"), many: t("sessions_ended") }}
        onEnd={onEnd}
      />
    </div>
  );
}
