import { type NotificationData, notifications, notificationsStore } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import i18next from "i18next";

/** More at a time nobody reads. */
const mostShown = 3;
const moreId = "more-notices";

/** Tells them from other notifications. */
const noticeId = "notice-";
let count = 0;
let leftOut = 0;

/** Shows a notice, or counts it in one line while three are shown: one that waited its turn would come minutes late. */
export function showNotice(notice: Pick<NotificationData, "message" | "color" | "role">): void {
  const usual = { autoClose: snackbarMs, closeButtonProps: { "aria-label": i18next.t("shared:action.close") } };
  const { notifications: shown, queue } = notificationsStore.getState();
  const ids = [...shown, ...queue].map(({ id = "" }) => id);
  if (ids.filter((id) => id.startsWith(noticeId)).length < mostShown) {
    notifications.show({ id: `${noticeId}${++count}`, ...notice, ...usual });
    return;
  }
  const isCounting = ids.includes(moreId);
  leftOut = isCounting ? leftOut + 1 : 1;
  const message = i18next.t("shell:more_notices", { count: leftOut });
  const more = { id: moreId, message, color: "gray", role: "status", ...usual };
  if (isCounting) notifications.update(more);
  else notifications.show(more);
}
