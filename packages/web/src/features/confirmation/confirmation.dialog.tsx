import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconBuilding, IconFingerprint } from "@tabler/icons-react";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../ui/form-notes.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAct } from "../../ui/use-act.ts";
import {
  confirmByPasskey,
  confirmByPassword,
  confirmByProvider,
  useHasOwnPasskey,
  useProvider,
} from "./confirmation.data.ts";

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
  const { byPassword, byPasskey, byProvider, error } = useWays(() => onAnswer(true));
  const submit = (event: FormEvent) => {
    // The dialog may stand over a form of the page, which is none of its business.
    event.preventDefault();
    event.stopPropagation();
    byPassword.ask(password);
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
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{t("text")}</Text>
          <FormFailure error={error} />
          {byProvider.isRunning && <Text role="status">{t("provider_waits")}</Text>}
          <PasswordField
            kind="current"
            label={t("password")}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <WithoutPassword byPasskey={byPasskey} byProvider={byProvider} />
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

interface Way {
  ask: () => void;
  isRunning: boolean;
}

/** The ways to confirm; only the failure of the last one that was tried is said. */
function useWays(onConfirmed: () => void) {
  const password = useAct(confirmByPassword);
  const passkey = useAct(confirmByPasskey);
  const provider = useAct(confirmByProvider);
  const waiting = useRef<AbortController>(undefined);
  useEffect(() => () => waiting.current?.abort(), []);
  const begin = async (way: Promise<boolean>) => {
    if (await way) onConfirmed();
  };
  const forget = () => [password, passkey, provider].forEach((way) => way.forget());
  return {
    byPassword: {
      isRunning: password.isRunning,
      ask: (text: string) => {
        forget();
        if (text !== "") void begin(password.run(text));
      },
    },
    byPasskey: {
      isRunning: passkey.isRunning,
      ask: () => {
        forget();
        void begin(passkey.run());
      },
    },
    byProvider: {
      isRunning: provider.isRunning,
      ask: () => {
        forget();
        waiting.current?.abort();
        waiting.current = new AbortController();
        void begin(provider.run(waiting.current.signal));
      },
    },
    error: password.error ?? passkey.error ?? provider.error,
  };
}

function WithoutPassword({ byPasskey, byProvider }: { byPasskey: Way; byProvider: Way }) {
  const { t } = useTranslation("confirmation");
  const hasPasskey = useHasOwnPasskey();
  const provider = useProvider();
  if (!hasPasskey && provider === undefined) return null;
  return (
    <Group gap="sm" mr="auto">
      {provider !== undefined && (
        <Button variant="default" leftSection={<IconBuilding size={18} aria-hidden />} onClick={byProvider.ask}>
          {t("provider", { name: provider })}
        </Button>
      )}
      {hasPasskey && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={byPasskey.isRunning}
          onClick={byPasskey.ask}
        >
          {t("passkey")}
        </Button>
      )}
    </Group>
  );
}
