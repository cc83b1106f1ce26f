import { whoText } from "@offgrid/contract/events/event-say";
import { Text } from "@mantine/core";
import type { OutputLock } from "@offgrid/contract/commands/commands.schema";
import { controllerUserId } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../ui/form-dialog.tsx";
import { useAct } from "../../ui/use-act.ts";
import { OutputFailure } from "./output-failure.tsx";
import { ReasonField, useReason } from "./reason-field.tsx";

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
  const { t } = useTranslation("command-words");
  const reason = useReason();
  const change = useAct(onLock);
  const isOther = act === "release" && lock.by?.userId !== userId;
  const needsReason = act === "take" || isOther;
  const send = async () => {
    const given = needsReason ? reason.take() : undefined;
    if (needsReason && given === undefined) return;
    if (await change.run(act === "take", given)) onClose();
  };
  return (
    <FormDialog
      title={t(`lock.${act}Title`, { output: name, container })}
      send={t(act === "take" && isOn ? "lock.takeAsIs" : `lock.${act}`)}
      isSending={change.isRunning}
      failure={<OutputFailure error={change.error} zone={zone} now={now} />}
      startsOnCancel={!needsReason}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text>{t(`lock.${act}Why`)}</Text>
      {act === "take" && isOn && (
        <Text c="var(--og-amber)" fw={600}>
          {t("lock.takeOn")}
        </Text>
      )}
      {isOther && <Text c="var(--og-amber)">{otherText(t, lock)}</Text>}
      <Text fw={600}>{t("lock.notTagging")}</Text>
      {needsReason && (
        <ReasonField
          reason={reason}
          label={t("lock.reason")}
          description={t(act === "take" ? "lock.reasonTake" : "lock.reasonRelease")}
          missing={t("lock.reasonMissing")}
        />
      )}
    </FormDialog>
  );
}

/** What to think of before a lock is released that somebody else may rely on. */
function otherText(t: TFunction<"command-words">, { by }: OutputLock): string {
  return by?.userId === controllerUserId ? t("lock.releaseOnSite") : t("lock.releaseOther", { who: whoText(t, by) });
}
