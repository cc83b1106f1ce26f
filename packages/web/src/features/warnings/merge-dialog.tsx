import { NativeSelect, TextInput } from "@mantine/core";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { useIncidentWords } from "../../domain/incidents/use-incident-words.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

interface Props {
  incident: Incident;
  /** Those that it may become part of. */
  others: readonly Incident[];
  now: number;
  onSend: (into: string, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks into which incident another one goes, and why. */
export function MergeDialog({ incident, others, now, onSend, onClose }: Props) {
  const { t } = useTranslation("warning-history");
  const words = useIncidentWords(now);
  const [into, setInto] = useState("");
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  const send = useAct(onSend);
  const isMissing = (text: string) => isAsked && text.trim() === "";
  const submit = async () => {
    setAsked(true);
    if (into !== "" && reason.trim() !== "" && (await send.run(into, reason.trim()))) onClose();
  };
  return (
    <FormDialog
      title={t("merge.title", { title: words.title(incident) })}
      send={t("incident.merge")}
      isSending={send.isRunning}
      failure={<FormFailure error={send.error} />}
      onSend={() => void submit()}
      onClose={onClose}
    >
      <p className="og-flush">{t("merge.text")}</p>
      <NativeSelect
        label={t("merge.into")}
        value={into}
        error={isMissing(into) && t("merge.intoMissing")}
        data={[{ value: "", label: "" }, ...others.map((one) => ({ value: one.id, label: words.title(one) }))]}
        onChange={(event) => setInto(event.currentTarget.value)}
      />
      <TextInput
        label={t("merge.reason")}
        autoComplete="off"
        maxLength={warningLimits.longestText}
        value={reason}
        error={isMissing(reason) && t("merge.reasonMissing")}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
