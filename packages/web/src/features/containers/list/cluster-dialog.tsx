import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

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
  const { t } = useTranslation(["containers", "ui", "shared"]);
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const save = useAct(onSave);
  const cluster = clusters.find(({ id }) => id === chosen);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (await save.run(cluster ?? { name: name.trim(), containers: [] })) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("group.title", { count })}
      closeButtonProps={{ "aria-label": t("shared:action.close") }}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="md">
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
          <FormFailure error={save.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("ui:form.cancel")}
            </Button>
            <Button type="submit" loading={save.isRunning}>
              {t("group.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
