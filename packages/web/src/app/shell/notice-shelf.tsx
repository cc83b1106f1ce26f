import { Text } from "@mantine/core";
import { type NotificationData, notifications, notificationsStore } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import i18next from "i18next";
import type { ReactNode } from "react";

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
    message: <Short others={others}>{said.message}</Short>,
    autoClose: snackbarMs,
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  };
}

/** No more than two lines: all of it is in the list, and what passes lies over what somebody is about to press. */
function Short({ others, children }: Pick<Shown, "others"> & { children: ReactNode }) {
  return (
    <span className="og-ends">
      {/* What leads somewhere stays whole. */}
      {typeof children === "string" ? (
        <Text span inherit lineClamp={2} title={children}>
          {children}
        </Text>
      ) : (
        children
      )}
      {others > 0 && <span className="og-small og-nowrap">{i18next.t("shell:more_notices", { count: others })}</span>}
    </span>
  );
}
