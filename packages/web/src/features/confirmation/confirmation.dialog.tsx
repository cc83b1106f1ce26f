import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { type FocusEvent, type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../ui/form-notes.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { confirmByPasskey, confirmByPassword, useHasOwnPasskey } from "./confirmation.data.ts";

/** Over a dialog that the call was made from, of which nothing is to be read, nor closed by Escape, meanwhile. */
const above = {
  zIndex: 300,
  overlayProps: { backgroundOpacity: 0.9 },
  closeOnEscape: false,
  onFocusCapture: ({ target }: FocusEvent) => target.setAttribute("data-mantine-stop-propagation", "true"),
};

/** Asks the person to prove again who they are, before a call that needs it is repeated. */
export function ConfirmationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation(["confirmation", "shared"]);
  const [password, setPassword] = useState("");
  const byPassword = useAct(confirmByPassword);
  const byPasskey = useAct(confirmByPasskey);
  const hasPasskey = useHasOwnPasskey();

  const submit = async (event: FormEvent) => {
    // The dialog may stand over a form of the page, which is none of its business.
    event.preventDefault();
    event.stopPropagation();
    byPasskey.forget();
    if (password !== "" && (await byPassword.run(password))) onAnswer(true);
  };
  const askDevice = async () => {
    byPassword.forget();
    if (await byPasskey.run()) onAnswer(true);
  };
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t("title")}
      {...above}
      onKeyDown={({ key }) => key === "Escape" && onAnswer(false)}
      closeButtonProps={{ "aria-label": t("shared:action.close") }}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t("text")}</Text>
          <FormFailure error={byPassword.error ?? byPasskey.error} />
          <PasswordField
            kind="current"
            label={t("password")}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            {hasPasskey && (
              <Button
                variant="default"
                mr="auto"
                leftSection={<IconFingerprint size={18} aria-hidden />}
                loading={byPasskey.isRunning}
                onClick={() => void askDevice()}
              >
                {t("passkey")}
              </Button>
            )}
            <Button variant="default" onClick={() => onAnswer(false)}>
              {t("cancel")}
            </Button>
            <Button type="submit" loading={byPassword.isRunning}>
              {t("confirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
