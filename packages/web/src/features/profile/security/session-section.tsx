import { Button } from "@mantine/core";
import type { SessionRow } from "@offgrid/contract/session/session.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDone, FormFailure } from "../../../ui/form-notes.tsx";
import { SessionList } from "../../../ui/session-list.tsx";
import { useAct } from "../../../ui/use-act.ts";
import styles from "../profile.module.css";

interface Props {
  sessions: readonly SessionRow[];
  /** Without an id: all but the one at hand. */
  onEnd: (id?: string) => Promise<void>;
}

/** Where one is signed in, with ways to end one session or all others. */
export function SessionSection({ sessions, onEnd }: Props) {
  const { t } = useTranslation("profile");
  const [ending, setEnding] = useState<string>();
  const end = useAct(onEnd);
  const others = useAct(() => onEnd());
  const endOne = async (id: string) => {
    others.forget();
    setEnding(id);
    await end.run(id);
    setEnding(undefined);
  };
  return (
    <div className={styles.form}>
      <p className={styles.note}>{t("sessions_help")}</p>
      <SessionList sessions={sessions} ending={ending} onEnd={(id) => void endOne(id)} />
      <FormFailure error={end.error ?? others.error} />
      <div className={styles.foot}>
        <Button
          variant="default"
          disabled={sessions.every(({ current }) => current)}
          loading={others.isRunning}
          onClick={() => {
            end.forget();
            void others.run();
          }}
        >
          {t("sessions_end_others")}
        </Button>
        <FormDone text={others.isDone ? t("sessions_ended") : end.isDone ? t("session_ended") : undefined} />
      </div>
    </div>
  );
}
