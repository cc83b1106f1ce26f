import { Button, Text } from "@mantine/core";
import type { ContainerUpgrade } from "@offgrid/contract/upgrades/upgrades.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../core/time.ts";
import { ReasonField, useReason } from "../../../domain/commands/reason-field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { Words } from "./upgrade-words.ts";

/** Who lets an upgrade load more than is left of the data bundle, and why. */
export function OverBundle({ upgrade: { overBundle }, words }: { upgrade: ContainerUpgrade; words: Words }) {
  const { t, locale, zone } = words;
  if (overBundle === null) return null;
  const { by, at, reason } = overBundle;
  return (
    <p className="og-flush og-anywhere">
      {t("overBundle.allowed", {
        who: by ?? t("removed"),
        at: formatTime(Date.parse(at), "dateTime", zone, locale),
        reason,
      })}
    </p>
  );
}

/** Lets it, after a reason was given. */
export function OverBundleButton({ onAllow }: { onAllow: (reason: string) => Promise<unknown> }) {
  const { t } = useTranslation("software");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t("overBundle.allow")}
      </Button>
      {isAsking && <OverBundleDialog onAllow={onAllow} onClose={() => setAsking(false)} />}
    </>
  );
}

interface OverBundleDialogProps {
  onAllow: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

function OverBundleDialog({ onAllow, onClose }: OverBundleDialogProps) {
  const { t } = useTranslation("software");
  const reason = useReason();
  const allow = useAct(onAllow);
  const send = async () => {
    const given = reason.take();
    if (given !== undefined && (await allow.run(given))) onClose();
  };
  return (
    <FormDialog
      title={t("overBundle.title")}
      send={t("overBundle.allow")}
      isSending={allow.isRunning}
      failure={<FormFailure error={allow.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text>{t("overBundle.why")}</Text>
      <ReasonField reason={reason} label={t("overBundle.reason")} missing={t("overBundle.missing")} />
    </FormDialog>
  );
}
