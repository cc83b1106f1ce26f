import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { OutputFailure } from "../../../domain/commands/output-failure.tsx";
import { ReasonField, useReason } from "../../../domain/commands/reason-field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useAct } from "../../../ui/use-act.ts";

interface RestartDialogProps {
  container: string;
  now: number;
  zone: string;
  onRestart: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a controller is restarted: what it means, and why. */
export function RestartDialog({ container, now, zone, onRestart, onClose }: RestartDialogProps) {
  const { t } = useTranslation("controller-part");
  const reason = useReason();
  const restart = useAct(onRestart);
  const send = async () => {
    const given = reason.take();
    if (given !== undefined && (await restart.run(given))) onClose();
  };
  return (
    <FormDialog
      title={t("question.title", { container })}
      send={t("restart")}
      isSending={restart.isRunning}
      failure={<OutputFailure error={restart.error} zone={zone} now={now} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text>{t("question.why")}</Text>
      <Text>{t("question.outputs")}</Text>
      <ReasonField
        reason={reason}
        label={t("question.reason")}
        description={t("question.reasonHelp")}
        missing={t("question.missing")}
      />
    </FormDialog>
  );
}
