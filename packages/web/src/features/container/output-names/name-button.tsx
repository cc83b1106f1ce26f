import { ActionIcon } from "@mantine/core";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { OutputTarget } from "@offgrid/contract/devices/output-kinds";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { outputName } from "../../../domain/output-names/output-words.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { saveOutputNames, useMayName } from "./output-names.data.ts";
import { NamingFields } from "./naming-fields.tsx";
import { type SaveNames, useNaming } from "./use-naming.ts";
import { touchable } from "../../../ui/touchable.ts";

interface OutputNamingProps {
  info: Pick<ContainerInfoV4, "containerId" | "name" | "outputNames">;
  target: OutputTarget;
}

/** The way to name an output where it is switched; nothing for those who may not. */
export function OutputNaming({ info: { containerId, name, outputNames }, target }: OutputNamingProps) {
  const mayName = useMayName();
  if (!mayName) return null;
  return (
    <NameButton
      target={target}
      names={outputNames}
      container={name}
      onSave={(changed) => saveOutputNames(containerId, changed)}
    />
  );
}

export interface NameButtonProps {
  target: OutputTarget;
  /** Of all outputs of the container. */
  names: OutputNames;
  container: string;
  onSave: SaveNames;
}

/** Opens the question for the name. */
export function NameButton(props: NameButtonProps) {
  const { t } = useTranslation("output-names");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={28}
        style={touchable}
        title={t("edit")}
        aria-label={t("editOf", { output: outputName(t, props.target) })}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {isOpen && <NameDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function NameDialog({ target, names, container, onSave, onClose }: NameButtonProps & { onClose: () => void }) {
  const { t } = useTranslation("output-names");
  const naming = useNaming(names, onSave);
  const output = outputName(t, target);
  return (
    <FormDialog
      title={t("question", { output, container })}
      send={t("send")}
      isSending={naming.form.isSending}
      failure={<FormFailure error={naming.form.error} />}
      onSend={() => void naming.send().then((isSaved) => isSaved && onClose())}
      onClose={onClose}
    >
      <NamingFields
        output={output}
        naming={naming.namingOf(target)}
        faults={naming.faultsOf(target)}
        onChange={(next) => naming.type(target, next)}
      />
    </FormDialog>
  );
}
