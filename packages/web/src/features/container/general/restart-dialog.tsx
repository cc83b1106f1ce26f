import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { longestLockReason } from "@offgrid/contract/core/constants";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { OutputFailure } from "../../../domain/commands/output-failure.tsx";
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
  const { t } = useTranslation(["controller-part", "ui", "shared"]);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const restart = useAct(onRestart);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setMissing(given === "");
    if (given !== "" && (await restart.run(given))) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("question.title", { container })}
      closeButtonProps={{ "aria-label": t("shared:action.close") }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t("question.why")}</Text>
          <Text>{t("question.outputs")}</Text>
          <TextInput
            label={t("question.reason")}
            description={t("question.reasonHelp")}
            data-autofocus
            maxLength={longestLockReason}
            value={reason}
            error={isMissing && t("question.missing")}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <OutputFailure error={restart.error} zone={zone} now={now} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("ui:form.cancel")}
            </Button>
            <Button type="submit" loading={restart.isRunning}>
              {t("restart")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
