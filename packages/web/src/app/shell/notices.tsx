import { Button } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import type { EventNews } from "@offgrid/contract/live/live.schema";
import i18next from "i18next";

import { queryClient } from "../../core/api/query-client.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { onOutdated, usePersonalMessages } from "../../core/live/live.ts";
import { noticeChoices } from "../../domain/account/notice-choices.ts";
import { type Notice, applyUserMessage } from "./live-updates.ts";

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
    const userId = queryClient.getQueryData(callQuery("getCurrentUserInfo", {}).queryKey)?.info.id;
    // Whoever did it was told where they did it.
    if (notice.news?.by && notice.news.by.userId === userId) return;
    void announce(notice);
  });
}

async function announce({ kind, content, news }: Notice): Promise<void> {
  const said = news && (await newsText(news));
  const t = i18next.getFixedT(null, "shell");
  notifications.show({
    message: said ?? content ?? t(kind === "warning" ? "new_warning" : "new_event"),
    color: kind === "warning" ? "orange" : "brand",
    autoClose: snackbarMs,
    role: kind === "warning" ? "alert" : "status",
    closeButtonProps: { "aria-label": i18next.t("shared:action.close") },
  });
}

/** Fetched with the first event of an output; undefined: it is another one, or its words could not be loaded. */
async function newsText(news: EventNews): Promise<string | undefined> {
  try {
    const [{ outputNewsText }] = await Promise.all([
      import("../../domain/commands/output-news.ts"),
      loadTexts("command-words"),
    ]);
    if (!i18next.hasResourceBundle(i18next.language, "command-words")) return undefined;
    return outputNewsText(i18next.getFixedT(null, "command-words"), news);
  } catch {
    return undefined;
  }
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
