import { SegmentedControl, TextInput } from "@mantine/core";
import { type Feedback, feedbacks } from "@offgrid/contract/incidents/incident-types";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

export interface AcknowledgeDialogProps {
  title: string;
  isCritical: boolean;
  /** It asks what the person makes of being warned. */
  asksFeedback?: boolean;
  onSend: (note: string, feedback: Feedback | undefined) => Promise<unknown>;
  onClose: () => void;
}

/** Says to everybody who sees the containers that somebody looks after it. */
export function AcknowledgeDialog({
  title,
  isCritical,
  asksFeedback = false,
  onSend,
  onClose,
}: AcknowledgeDialogProps) {
  const { t } = useTranslation("incidents");
  const [note, setNote] = useState("");
  const [feedback, setFeedback] = useState<Feedback>();
  const label = useId();
  const send = useAct(onSend);
  return (
    <FormDialog
      title={title}
      send={t("acknowledge.act")}
      isSending={send.isRunning}
      failure={<FormFailure error={send.error} />}
      onSend={() => void send.run(note.trim(), feedback).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p className="og-flush">{t("acknowledge.text", { count: isCritical ? 4 : 24 })}</p>
      <TextInput
        label={t("acknowledge.note")}
        autoComplete="off"
        data-autofocus
        maxLength={warningLimits.longestText}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {asksFeedback && (
        <div className="og-close-stack">
          <span id={label}>{t("acknowledge.feedback.title")}</span>
          <SegmentedControl
            aria-labelledby={label}
            value={feedback ?? "none"}
            data={[
              { value: "none", label: t("acknowledge.feedback.none") },
              ...feedbacks.map((value) => ({ value, label: t(`acknowledge.feedback.${value}`) })),
            ]}
            onChange={(value) => setFeedback(feedbacks.find((one) => one === value))}
          />
        </div>
      )}
    </FormDialog>
  );
}
