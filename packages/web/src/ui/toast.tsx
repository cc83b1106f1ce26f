import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import i18next from "i18next";

/**
 * Says that something was done, with a way to take it back.
 * @returns takes the words away, where that was taken back elsewhere.
 */
export function sayUndo(text: string, undo: () => void): () => void {
  const id = notifications.show({
    message: (
      <Group gap="sm" justify="space-between">
        <span>{text}</span>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {i18next.t("shared:action.undo")}
        </Button>
      </Group>
    ),
    color: "brand",
    autoClose: snackbarMs,
    role: "status",
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  });
  return () => void notifications.hide(id);
}

/** Says that something was done. */
export function sayDone(text: string): void {
  notifications.show({
    message: text,
    color: "brand",
    autoClose: snackbarMs,
    role: "status",
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  });
}

/** A short sentence that something did not work. */
export function sayFailure(text: string): void {
  notifications.show({
    message: text,
    color: "red",
    autoClose: snackbarMs,
    role: "alert",
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  });
}
