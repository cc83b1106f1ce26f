import { Button, TextInput } from "@mantine/core";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../../ui/form-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";

interface Props {
  info: Pick<ContainerInfoV4, "name" | "retiredAt" | "retiredReason">;
  /** And take it back; whoever may not reads why it is retired. */
  mayRetire: boolean;
  onRetire: (reason: string) => Promise<void>;
  onRestore: () => Promise<void>;
}

/** Takes a container out of service, once somebody has said why, or back at once. */
export function RetireSection({ info: { name, retiredAt, retiredReason }, mayRetire, onRetire, onRestore }: Props) {
  const { t } = useTranslation(["container-details", "shared"]);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const restore = useAct(onRestore);
  const retire = useAct(async () => {
    await onRetire(reason);
    setAsking(false);
    setReason("");
  });
  return (
    <Section title={t("retire.title")}>
      <p className="og-note">{t(retiredAt === null ? "retire.why" : "retire.over")}</p>
      {retiredReason !== "" && (
        <p className="og-flush og-anywhere">
          {t("shared:labelled", { label: t("retire.reason") })} {retiredReason}
        </p>
      )}
      <div hidden={!mayRetire}>
        {retiredAt === null ? (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("retire.ask")}
          </Button>
        ) : (
          <Button loading={restore.isRunning} onClick={() => void restore.run()}>
            {t("retire.restore")}
          </Button>
        )}
      </div>
      <FormFailure error={restore.error} />
      {isAsking && (
        <FormDialog
          title={t("retire.question", { name })}
          send={t("retire.confirm")}
          isSending={retire.isRunning}
          failure={<FormFailure error={retire.error} />}
          onSend={() => void retire.run()}
          onClose={() => setAsking(false)}
        >
          <span>{t("retire.text")}</span>
          <TextInput
            label={t("retire.reason")}
            description={t("retire.reasonHelp")}
            maxLength={256}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </Section>
  );
}
