import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { AcknowledgeDialog } from "../../domain/incidents/acknowledge-dialog.tsx";
import { sayAcknowledged, withdraw } from "../../domain/incidents/say-acknowledged.ts";
import { sayDone, sayFailure } from "../../ui/toast.tsx";
import { useCurrentUser } from "../../core/can/current-user.ts";
import {
  acknowledge,
  isHeldBy,
  markRead,
  mute,
  useMayLookAfter,
  type Warning,
  withdrawWarning,
} from "./history.data.ts";
import type { WarningActs } from "./warning-line.tsx";

/** What can be done about single warnings; undefined: the person may only read. The dialog that asks stands beside. */
export function useWarningActs(): { acts: WarningActs | undefined; dialog: ReactNode } {
  const { t } = useTranslation("warning-history");
  const { t: say } = useTranslation("incidents");
  const userId = useCurrentUser()?.id;
  const mayLookAfter = useMayLookAfter();
  const [asked, setAsked] = useState<Warning>();
  const failed = () => sayFailure(t("failed"));
  // What changes nothing for others is done at once.
  const acts: WarningActs = {
    onAcknowledge: setAsked,
    onWithdraw: (warning) =>
      isHeldBy(userId, warning, Date.now()) ? () => void withdraw(say, lookedAfter(warning)) : undefined,
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
        if (clearedAt === null) sayAcknowledged(say, lookedAfter(asked));
        else sayDone(t("ask.over", { name: asked.content }));
      }}
      onClose={() => setAsked(undefined)}
    />
  );
  return { acts: mayLookAfter ? acts : undefined, dialog };
}

const lookedAfter = ({ id, content }: Warning) => ({ name: content, withdraw: () => withdrawWarning(id) });
