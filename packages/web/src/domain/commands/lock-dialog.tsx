import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import type { OutputLock } from "@offgrid/contract/commands/commands.schema";
import { controllerUserId, longestLockReason } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useAct } from "../../ui/use-act.ts";
import { whoText } from "./command-words.ts";
import { OutputFailure } from "./output-failure.tsx";

/** A lock of an output, as whoever looks may change it. */
export interface LockProps {
  /** Of the output. */
  name: string;
  /** Name of its container. */
  container: string;
  lock: OutputLock;
  /** Was it last read to be on? A lock does not switch it off. */
  isOn: boolean;
  /** Who looks. */
  userId: string | undefined;
  now: number;
  zone: string;
  /** Takes the lock or releases it. */
  onLock: (isLocked: boolean, reason: string | undefined) => Promise<unknown>;
}

export interface LockDialogProps extends LockProps {
  act: "take" | "release";
  onClose: () => void;
}

/** Asks before a lock is taken or released: what it means, and why where somebody else will ask. */
export function LockDialog({ name, container, lock, isOn, act, userId, now, zone, onLock, onClose }: LockDialogProps) {
  const { t } = useTranslation(["command-words", "ui", "shared"]);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const change = useAct(onLock);
  const isOther = act === "release" && lock.by?.userId !== userId;
  const needsReason = act === "take" || isOther;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setMissing(needsReason && given === "");
    if (needsReason && given === "") return;
    if (await change.run(act === "take", needsReason ? given : undefined)) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`lock.${act}Title`, { output: name, container })}
      closeButtonProps={{ "aria-label": t("shared:action.close") }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t(`lock.${act}Why`)}</Text>
          {act === "take" && isOn && (
            <Text c="var(--og-amber)" fw={600}>
              {t("lock.takeOn")}
            </Text>
          )}
          {isOther && <Text c="var(--og-amber)">{otherText(t, lock)}</Text>}
          <Text fw={600}>{t("lock.notTagging")}</Text>
          {needsReason && (
            <TextInput
              label={t("lock.reason")}
              description={t(act === "take" ? "lock.reasonTake" : "lock.reasonRelease")}
              data-autofocus
              maxLength={longestLockReason}
              value={reason}
              error={isMissing && t("lock.reasonMissing")}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <OutputFailure error={change.error} zone={zone} now={now} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus={needsReason ? undefined : true} onClick={onClose}>
              {t("ui:form.cancel")}
            </Button>
            <Button type="submit" loading={change.isRunning}>
              {t(act === "take" && isOn ? "lock.takeAsIs" : `lock.${act}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What to think of before a lock is released that somebody else may rely on. */
function otherText(t: TFunction<"command-words">, { by }: OutputLock): string {
  return by?.userId === controllerUserId ? t("lock.releaseOnSite") : t("lock.releaseOther", { who: whoText(t, by) });
}
