import { Checkbox, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { SignInPart } from "../users.data.ts";

const parts = ["password", "second_factor"] as const satisfies readonly SignInPart[];

interface Props {
  name: string;
  email: string;
  onReset: (chosen: SignInPart[]) => Promise<void>;
  /** After the reset, and instead of it. */
  onClose: (isDone: boolean) => void;
}

/** Asks which of the things that a person signs in with they have lost. */
export function ResetDialog({ name, email, onReset, onClose }: Props) {
  const { t } = useTranslation("users");
  const [chosen, setChosen] = useState<SignInPart[]>([...parts]);
  const reset = useAct(() => onReset(chosen));
  return (
    <ConfirmDialog
      title={t("reset_title", { name })}
      confirm={t("reset")}
      isRunning={reset.isRunning}
      error={reset.error}
      onConfirm={chosen.length === 0 ? undefined : () => void reset.run().then((done) => done && onClose(true))}
      onClose={() => onClose(false)}
    >
      <Stack gap="md">
        <span className="og-anywhere">{t("reset_text", { email })}</span>
        <Checkbox.Group
          label={t("reset_lost")}
          value={chosen}
          onChange={(values) => setChosen(parts.filter((part) => values.includes(part)))}
        >
          <Stack gap="sm" mt="xs">
            {parts.map((part) => (
              <Checkbox
                key={part}
                value={part}
                label={t(`reset_parts.${part}`)}
                description={t(`reset_parts_help.${part}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        {chosen.length === 0 && <span className="og-quiet">{t("reset_nothing")}</span>}
      </Stack>
    </ConfirmDialog>
  );
}
