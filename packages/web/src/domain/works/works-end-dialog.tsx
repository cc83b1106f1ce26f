import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ReasonField, useReason } from "../commands/reason-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

interface WorksEndDialogProps {
  /** Whose works they are. */
  who: string;
  container: string;
  onEnd: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before works of somebody else are ended: they may still be at work there. */
export function WorksEndDialog({ who, container, onEnd, onClose }: WorksEndDialogProps) {
  const { t } = useTranslation("works");
  const reason = useReason();
  const end = useAct(onEnd);
  const send = async () => {
    const given = reason.take();
    if (given !== undefined && (await end.run(given))) onClose();
  };
  return (
    <FormDialog
      title={t("endQuestion.title", { who, container })}
      send={t("end")}
      isSending={end.isRunning}
      failure={<FormFailure error={end.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text>{t("endQuestion.why", { who })}</Text>
      <ReasonField reason={reason} label={t("endQuestion.reason")} missing={t("endQuestion.missing")} />
    </FormDialog>
  );
}
