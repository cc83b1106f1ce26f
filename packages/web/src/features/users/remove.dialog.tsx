import { Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { type PersonChoice, PersonSelect } from "../../domain/people/person-select.tsx";
import { useAct } from "../../ui/use-act.ts";

interface Props {
  name: string;
  /** Who may get what they leave behind. */
  people: readonly PersonChoice[];
  onSearch: (text: string) => void;
  onRemove: (transferTo: string | undefined) => Promise<void>;
  /** After the removal, and instead of it. */
  onClose: () => void;
}

/** Asks before a person is removed, and who gets their rules and tickets. */
export function RemoveDialog({ name, people, onSearch, onRemove, onClose }: Props) {
  const { t } = useTranslation("users");
  const [successor, setSuccessor] = useState<string>();
  const remove = useAct(() => onRemove(successor));
  return (
    <ConfirmDialog
      title={t("remove_title", { name })}
      confirm={t("remove")}
      isRunning={remove.isRunning}
      error={remove.error}
      onConfirm={() => void remove.run().then((done) => done && onClose())}
      onClose={onClose}
    >
      <Stack gap="md">
        <span>{t("remove_text")}</span>
        <PersonSelect
          label={t("transfer")}
          description={t("transfer_help")}
          people={people}
          value={successor}
          onSearch={onSearch}
          onChange={setSuccessor}
        />
      </Stack>
    </ConfirmDialog>
  );
}
