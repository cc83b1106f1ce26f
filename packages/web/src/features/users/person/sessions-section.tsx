import { Button } from "@mantine/core";
import type { SessionRow } from "@offgrid/contract/session/session.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import layout from "../../../ui/form-layout.module.css";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { SessionList } from "../../../ui/session-list.tsx";
import { useAct } from "../../../ui/use-act.ts";

interface Props {
  sessions: readonly SessionRow[];
  /** Without an id: all of them. */
  onEnd: (id?: string) => Promise<void>;
}

/** Where a person is signed in, with ways to end one session or all. */
export function SessionsSection({ sessions, onEnd }: Props) {
  const { t } = useTranslation("users");
  const [ending, setEnding] = useState<string>();
  const end = useAct(onEnd);
  const all = useAct(() => onEnd());
  const endOne = async (id: string) => {
    all.forget();
    setEnding(id);
    await end.run(id);
    setEnding(undefined);
  };
  return (
    <div className={layout.form}>
      <SessionList sessions={sessions} ending={ending} onEnd={(id) => void endOne(id)} />
      <FormFailure error={end.error ?? all.error} />
      <div className={layout.foot}>
        <Button
          variant="default"
          loading={all.isRunning}
          onClick={() => {
            end.forget();
            void all.run();
          }}
        >
          {t("sessions_end_all")}
        </Button>
      </div>
    </div>
  );
}
