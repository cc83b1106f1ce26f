import { type NotificationData, notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import i18next from "i18next";

/** More at a time nobody reads. */
const mostShown = 3;
const moreId = "more-notices";

const shown = new Set<string>();
let leftOut = 0;

/** Shows a notice, or counts it in one line while three are shown: one that waited its turn would come minutes late. */
export function showNotice(notice: Pick<NotificationData, "message" | "color" | "role">): void {
  const usual = { autoClose: snackbarMs, closeButtonProps: { "aria-label": i18next.t("shared:action.close") } };
  if (shown.size < mostShown) {
    const id = notifications.show({ ...notice, ...usual, onClose: () => shown.delete(id) });
    shown.add(id);
    return;
  }
  leftOut += 1;
  const message = i18next.t("shell:more_notices", { count: leftOut });
  const more = { id: moreId, message, color: "gray", role: "status", ...usual, onClose: () => void (leftOut = 0) };
  if (leftOut === 1) notifications.show(more);
  else notifications.update(more);
}
