import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { AcknowledgeDialog } from "../../domain/incidents/acknowledge-dialog.tsx";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { acknowledge, markRead, mute, useMayLookAfter, type Warning } from "./history.data.ts";
import type { WarningActs } from "./warning-line.tsx";

/** What can be done about single warnings; undefined: the person may only read. The dialog that asks stands beside. */
export function useWarningActs(): { acts: WarningActs | undefined; dialog: ReactNode } {
  const { t } = useTranslation("warning-history");
  const mayLookAfter = useMayLookAfter();
  const [asked, setAsked] = useState<Warning>();
  const failed = () => sayFailure(t("failed"));
  // What changes nothing for others is done at once.
  const acts: WarningActs = {
    onAcknowledge: setAsked,
    onMute: (warning, hours) => void mute(warning.id, hours).catch(failed),
    onRead: (warning) => void markRead([warning.id]).catch(failed),
  };
  const dialog = asked && (
    <AcknowledgeDialog
      asksFeedback
      title={t("ask.title", { name: asked.content, container: asked.containerName })}
      isCritical={asked.severity === "critical"}
      onSend={async (note, feedback) => {
        const { clearedAt } = await acknowledge(asked.id, note, feedback);
        sayDone(t(clearedAt === null ? "ask.done" : "ask.over", { name: asked.content }));
      }}
      onClose={() => setAsked(undefined)}
    />
  );
  return { acts: mayLookAfter ? acts : undefined, dialog };
}
