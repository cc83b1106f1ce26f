import { type NotificationData, notifications, notificationsStore } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import i18next from "i18next";

type Said = Pick<NotificationData, "message" | "color" | "role">;

/** The one that is shown, and how many came with it. */
interface Shown {
  id: string;
  said: Said;
  others: number;
}

let last: Shown | undefined;
let count = 0;

/**
 * Shows a notice in the place of the one before and counts that one: a pile of them lies over what is to be pressed, and
 * one that waited its turn would come minutes late. An event does not take the place of a warning.
 */
export function showNotice(said: Said): void {
  const before = stillShown();
  if (before && before.said.role === "alert" && said.role !== "alert") {
    last = { ...before, others: before.others + 1 };
    notifications.update(contents(last));
    return;
  }
  if (before) notifications.hide(before.id);
  // Another one for the library, so that it is read out and stays its whole time.
  last = { id: `notice-${++count}`, said, others: before ? before.others + 1 : 0 };
  notifications.show(contents(last));
}

function stillShown(): Shown | undefined {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some(({ id }) => id === last?.id) ? last : undefined;
}

function contents({ id, said, others }: Shown): NotificationData {
  return {
    id,
    ...said,
    message:
      others === 0 ? (
        said.message
      ) : (
        <>
          {said.message}{" "}
          <span className="og-small og-nowrap">{i18next.t("shell:more_notices", { count: others })}</span>
        </>
      ),
    autoClose: snackbarMs,
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  };
}
