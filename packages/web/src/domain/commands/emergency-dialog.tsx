import { Text, TextInput } from "@mantine/core";
import { longestEmergencyMinutes } from "@offgrid/contract/core/constants";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { readNumber } from "../../core/typed-number.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useAct } from "../../ui/use-act.ts";
import { OutputFailure } from "./output-failure.tsx";
import { ReasonField, useReason } from "./reason-field.tsx";

export interface EmergencyDialogProps {
  /** Of the output. */
  name: string;
  /** Name of its container. */
  container: string;
  now: number;
  zone: string;
  /** Asks the portal; done when it has taken the command. */
  onRun: (minutes: number, reason: string) => Promise<unknown>;
  onClose: () => void;
}

const usualMinutes = 30;

/** Asks before an output runs although load protection keeps it off: for how long, and why. */
export function EmergencyDialog({ name, container, now, zone, onRun, onClose }: EmergencyDialogProps) {
  const { t } = useTranslation("command-words");
  const reason = useReason();
  const [text, setText] = useState(String(usualMinutes));
  const run = useAct(onRun);
  const minutes = readNumber(text) ?? NaN;
  const isRight = Number.isInteger(minutes) && minutes >= 1 && minutes <= longestEmergencyMinutes;
  const send = async () => {
    const given = reason.take();
    if (given !== undefined && isRight && (await run.run(minutes, given))) onClose();
  };
  return (
    <FormDialog
      title={t("emergency.title", { output: name, container })}
      send={t("emergency.open")}
      isSending={run.isRunning}
      failure={<OutputFailure error={run.error} zone={zone} now={now} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text>{t("emergency.why")}</Text>
      <Text>{t("emergency.others")}</Text>
      <ReasonField
        reason={reason}
        label={t("emergency.reason")}
        description={t("emergency.reasonHelp")}
        missing={t("emergency.missing")}
      />
      <TextInput
        label={t("emergency.minutes")}
        description={t("emergency.minutesHelp")}
        inputMode="numeric"
        maxLength={2}
        value={text}
        error={!isRight && t("emergency.minutesWrong")}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
    </FormDialog>
  );
}
