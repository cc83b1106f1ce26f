import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { AcknowledgeDialog } from "../../domain/incidents/acknowledge-dialog.tsx";
import { sayAcknowledged } from "../../domain/incidents/say-acknowledged.ts";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { acknowledge, markRead, mute, useMayLookAfter, type Warning } from "./history.data.ts";
import { heldBy, type IncidentDetail } from "./incident-acts.ts";
import type { WarningActs } from "./warning-line.tsx";

/**
 * What can be done about single warnings; undefined: the person may only read. The dialog that asks stands beside.
 * @param detail Of the incident that they are part of; absent: they are listed by themselves.
 */
export function useWarningActs(detail?: IncidentDetail): { acts: WarningActs | undefined; dialog: ReactNode } {
  const { t } = useTranslation("warning-history");
  const { t: say } = useTranslation("incidents");
  const userId = useCurrentUser()?.id;
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
        const name = asked.content;
        // What the person looks after besides would be given up as well: only whole incidents are withdrawn from.
        const isAlone =
          detail &&
          detail.incident.open <= detail.warnings.length &&
          heldBy(userId, detail, Date.now()).every((id) => id === asked.id);
        if (clearedAt !== null) sayDone(t("ask.over", { name }));
        else if (isAlone) sayAcknowledged(say, detail.incident.id, name);
        else sayDone(t("ask.done", { name }));
      }}
      onClose={() => setAsked(undefined)}
    />
  );
  return { acts: mayLookAfter ? acts : undefined, dialog };
}
