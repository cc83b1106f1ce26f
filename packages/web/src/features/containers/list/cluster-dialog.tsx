import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../../ui/form-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { ClusterRow } from "../containers.data.ts";

export interface ClusterDialogProps {
  /** How many containers are put into it. */
  count: number;
  clusters: readonly ClusterRow[];
  /** A cluster that is there, or one that is to be made under a name. */
  onSave: (cluster: { id?: string; name: string; containers: string[] }) => Promise<void>;
  onClose: () => void;
}

/** Puts the selected containers into a cluster. */
export function ClusterDialog({ count, clusters, onSave, onClose }: ClusterDialogProps) {
  const { t } = useTranslation("containers");
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const save = useAct(onSave);
  const cluster = clusters.find(({ id }) => id === chosen);
  const send = async () => {
    if (await save.run(cluster ?? { name: name.trim(), containers: [] })) onClose();
  };
  return (
    <FormDialog
      title={t("group.title", { count })}
      send={t("group.save")}
      isSending={save.isRunning}
      failure={<FormFailure error={save.error} />}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Text size="sm">{t("group.help")}</Text>
      {clusters.length > 0 && (
        <NativeSelect
          label={t("group.cluster")}
          value={chosen}
          data={[
            { value: "", label: t("group.new") },
            ...clusters.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            save.forget();
          }}
        />
      )}
      {!cluster && (
        <TextInput
          label={t("group.name")}
          value={name}
          maxLength={64}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            save.forget();
          }}
        />
      )}
    </FormDialog>
  );
}
