import { Button } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import i18next from "i18next";

import { queryClient } from "../../core/api/query-client.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { onOutdated, usePersonalMessages } from "../../core/live/live.ts";
import { noticeChoices } from "../../domain/account/notice-choices.ts";
import { applyUserMessage } from "./live-updates.ts";

/** The snackbars: applies the messages to this person and announces new events and warnings. */
export function Notices() {
  useNotices();
  return <Notifications position="bottom-left" autoClose={snackbarMs} limit={3} containerWidth={360} />;
}

function useNotices(): void {
  usePersonalMessages((message) => {
    const notice = applyUserMessage(message);
    const setting = queryClient.getQueryData(callQuery("getUserSetting", {}).queryKey)?.userSetting;
    if (!notice || !noticeChoices(setting?.notify)[notice.kind]) return;
    const t = i18next.getFixedT(null, "shell");
    notifications.show({
      message: notice.content ?? t(notice.kind === "warning" ? "new_warning" : "new_event"),
      color: notice.kind === "warning" ? "orange" : "brand",
      autoClose: snackbarMs,
      role: notice.kind === "warning" ? "alert" : "status",
      closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
    });
  });
}

onOutdated(() => {
  const t = i18next.getFixedT(null, "shell");
  notifications.show({
    title: t("reload_title"),
    message: (
      <>
        {t("reload_text")}{" "}
        <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
          {i18next.t("shared:action.reload")}
        </Button>
      </>
    ),
    autoClose: false,
    role: "alert",
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  });
});
