import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { longestLockReason } from "@offgrid/contract/core/constants";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";

interface WorksEndDialogProps {
  /** Whose works they are. */
  who: string;
  container: string;
  onEnd: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before works of somebody else are ended: they may still be at work there. */
export function WorksEndDialog({ who, container, onEnd, onClose }: WorksEndDialogProps) {
  const { t } = useTranslation(["works", "ui", "shared"]);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const end = useAct(onEnd);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setMissing(given === "");
    if (given !== "" && (await end.run(given))) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("endQuestion.title", { who, container })}
      closeButtonProps={{ "aria-label": t("shared:action.close") }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t("endQuestion.why", { who })}</Text>
          <TextInput
            label={t("endQuestion.reason")}
            data-autofocus
            maxLength={longestLockReason}
            value={reason}
            error={isMissing && t("endQuestion.missing")}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormFailure error={end.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("ui:form.cancel")}
            </Button>
            <Button type="submit" loading={end.isRunning}>
              {t("end")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
