import { TextInput } from "@mantine/core";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { Warning } from "./history.data.ts";

export interface AcknowledgeDialogProps {
  warning: Warning;
  onSend: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** Says to everybody who sees the container that somebody looks after the warning. */
export function AcknowledgeDialog({ warning, onSend, onClose }: AcknowledgeDialogProps) {
  const { t } = useTranslation("warning-history");
  const [note, setNote] = useState("");
  const send = useAct(onSend);
  const { content: name, containerName: container, severity } = warning;
  return (
    <FormDialog
      title={t("ask.title", { name, container })}
      send={t("acts.acknowledge")}
      isSending={send.isRunning}
      failure={<FormFailure error={send.error} />}
      onSend={() => void send.run(note.trim()).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p className="og-flush">{t("ask.text", { count: severity === "critical" ? 4 : 24 })}</p>
      <TextInput
        label={t("ask.note")}
        autoComplete="off"
        data-autofocus
        maxLength={warningLimits.longestText}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
