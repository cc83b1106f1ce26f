import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { Dialog } from "./dialog.tsx";

export interface FormDialogProps {
  title: string;
  /** The act as a verb, such as "Announce". */
  send: string;
  isSending: boolean;
  /** Why it was not taken, where it was not. */
  failure: ReactNode;
  /** For a question without a field. */
  startsOnCancel?: boolean;
  onSend: (form: HTMLFormElement) => void;
  onClose: () => void;
  /** Explanations and fields. */
  children: ReactNode;
}

/** Asks for what an act needs before it is done; a form, so that Enter sends it. The focus goes back to where it was. */
export function FormDialog({ title, send, isSending, failure, startsOnCancel, ...rest }: FormDialogProps) {
  const { onSend, onClose, children } = rest;
  const { t } = useTranslation("ui");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(event.currentTarget);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {children}
          {failure}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus={startsOnCancel === true || undefined} onClick={onClose}>
              {t("form.cancel")}
            </Button>
            <Button type="submit" loading={isSending}>
              {send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
