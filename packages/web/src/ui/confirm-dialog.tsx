import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Dialog } from "./dialog.tsx";
import { FormFailure } from "./form-notes.tsx";

export interface ConfirmDialogProps {
  /** A question that names the thing. */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The act as a verb, such as "Remove". */
  confirm: string;
  isRunning?: boolean;
  error?: Error | undefined;
  /** Absent: it cannot be done, and the consequence says why. */
  onConfirm?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. The focus starts on Cancel and goes back to where it was. */
export function ConfirmDialog({ title, children, confirm, isRunning, error, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation(["ui", "shared"]);
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Text component="div">{children}</Text>
        <FormFailure error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t(onConfirm ? "form.cancel" : "shared:action.close")}
          </Button>
          {onConfirm && (
            <Button color="red" loading={isRunning ?? false} onClick={onConfirm}>
              {confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
