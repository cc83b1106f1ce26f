import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { longestLockReason } from "@offgrid/contract/core/constants";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { addCalendar, formatTime, startOf } from "../../core/time.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { ReasonedAct } from "./upgrades.data.ts";

interface CampaignDialogProps {
  name: string;
  act: "start" | ReasonedAct;
  zone: string;
  onSend: (given: { reason: string; when: number | undefined }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a campaign is started, halted, resumed or cancelled: what it means, when, and why. */
export function CampaignDialog({ name, act, zone, onSend, onClose }: CampaignDialogProps) {
  const { t } = useTranslation(["upgrades", "ui"]);
  const locale = useLocale();
  const [mornings] = useState(() => nextMornings(Date.now(), zone));
  const [when, setWhen] = useState("");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const send = useAct(onSend);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = { reason: reason.trim(), when: when === "" ? undefined : Number(when) };
    const isWhole = act === "start" || given.reason !== "";
    setMissing(!isWhole);
    if (isWhole && (await send.run(given))) onClose();
  };
  const morning = (at: number) => `${formatTime(at, "weekday", zone, locale)}, ${formatTime(at, "time", zone, locale)}`;
  return (
    <Dialog onClose={onClose} title={t(`question.${act}`, { name })}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t(`means.${act}`)}</Text>
          {act === "start" ? (
            <NativeSelect
              label={t("when")}
              value={when}
              data={[
                { value: "", label: t("now") },
                ...mornings.map((at) => ({ value: String(at), label: morning(at) })),
              ]}
              onChange={(event) => setWhen(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              label={t("reason")}
              data-autofocus
              maxLength={longestLockReason}
              value={reason}
              error={isMissing && t("reasonMissing")}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <FormFailure error={send.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("ui:form.cancel")}
            </Button>
            <Button type="submit" loading={send.isRunning}>
              {t(`act.${act}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const morningMs = 8 * 3_600_000;
const mornings = 5;

/** When the sun has the day before it, on the next days. */
function nextMornings(nowMs: number, zone: string): number[] {
  return Array.from(
    { length: mornings },
    (_, day) => startOf("day", addCalendar(nowMs, day + 1, "day", zone), zone) + morningMs,
  );
}
