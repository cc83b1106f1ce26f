import { NativeSelect } from "@mantine/core";
import type { CloseReason } from "@offgrid/contract/tickets/ticket-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

interface CloseDialogProps {
  subject: string;
  reasons: readonly CloseReason[];
  onEnd: (reason: CloseReason) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why a ticket is closed. */
export function CloseDialog({ subject, reasons, onEnd, onClose }: CloseDialogProps) {
  const { t } = useTranslation("tickets");
  const [reason, setReason] = useState<CloseReason>(reasons[0] ?? "solved");
  const end = useAct(onEnd);
  return (
    <FormDialog
      title={t("closeTitle", { subject })}
      send={t("moves.close")}
      isSending={end.isRunning}
      failure={<FormFailure error={end.error} />}
      onSend={() => void end.run(reason).then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p className="og-flush">{t("closeText")}</p>
      <NativeSelect
        label={t("fields.closeReason")}
        data-autofocus
        value={reason}
        data={reasons.map((value) => ({ value, label: t(`closeReason.${value}`) }))}
        onChange={({ currentTarget }) => setReason(currentTarget.value as CloseReason)}
      />
    </FormDialog>
  );
}
