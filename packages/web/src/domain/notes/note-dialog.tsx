import { NativeSelect, Text, Textarea } from "@mantine/core";
import { longestNote } from "@offgrid/contract/notes/note-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";

interface NoteDialogProps {
  atMs: number;
  zone: string;
  /** Those that it can be about; at least one. */
  containers: readonly { id: string; name: string }[];
  onAdd: (note: { containerId: string; text: string }) => Promise<unknown>;
  onClose: () => void;
}

/** Asks what is to be written down about a time. */
export function NoteDialog({ atMs, zone, containers, onAdd, onClose }: NoteDialogProps) {
  const { t } = useTranslation("notes");
  const locale = useLocale();
  const [containerId, setContainerId] = useState(containers[0]?.id ?? "");
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const add = useAct(onAdd);
  const send = async () => {
    // It is one line wherever it is read.
    const written = text.replaceAll(/\s+/g, " ").trim();
    setMissing(written === "");
    if (written !== "" && (await add.run({ containerId, text: written }))) onClose();
  };
  return (
    <FormDialog
      title={t("title", { at: formatTime(atMs, "dateTime", zone, locale) })}
      send={t("add")}
      isSending={add.isRunning}
      failure={<FormFailure error={add.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text>{t("why")}</Text>
      {containers.length > 1 && (
        <NativeSelect
          label={t("container")}
          value={containerId}
          data={containers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setContainerId(currentTarget.value)}
        />
      )}
      <Textarea
        label={t("text")}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestNote}
        value={text}
        error={isMissing && t("missing")}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  );
}
