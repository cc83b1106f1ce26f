import { Button } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import type { EventNews } from "@offgrid/contract/live/live.schema";
import i18next from "i18next";
import type { CSSProperties } from "react";

import { queryClient } from "../../core/api/query-client.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import { onOutdated, usePersonalMessages } from "../../core/live/live.ts";
import { noticeChoices } from "../../domain/account/notice-choices.ts";
import { GroupNotice } from "./group-notice.tsx";
import { levelOf, NoticeBody } from "./notice-body.tsx";
import { type Notice, applyUserMessage } from "./live-updates.ts";
import { showNotice } from "./notice-shelf.tsx";

interface Props {
  /** How wide the menu beside them is; absent: there is none. */
  frame: CSSProperties | undefined;
}

/** The snackbars: applies the messages to this person and announces new events and warnings. */
export function Notices({ frame }: Props) {
  useNotices();
  // Room for what the page says of the person's own work, beside the notices and the line of those left out.
  return (
    <Notifications position="bottom-left" autoClose={snackbarMs} limit={6} containerWidth={360} style={frame ?? {}} />
  );
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

/** Groups whose notice was shown: it stands for each of their containers. */
const announcedGroups = new Set<string>();

/** Shows a notice, in words of the page where it has some for it. */
export async function announce({ kind, content, news }: Notice): Promise<void> {
  const groupId = news?.group?.groupId;
  if (groupId !== undefined && announcedGroups.has(groupId)) return;
  if (groupId !== undefined) announcedGroups.add(groupId);
  const [said] = await Promise.all([news && newsText(news), loadTexts("container-facts").catch(() => undefined)]);
  const t = i18next.getFixedT(null, "shell");
  const text = said ?? content ?? t(kind === "warning" ? "new_warning" : "new_event");
  const isGroup = groupId !== undefined && said !== undefined;
  const body = news === undefined ? text : <NoticeBody {...{ text, news }} />;
  const grave = news && levelOf(news) === "critical" ? "red" : "orange";
  showNotice({
    message: isGroup ? <GroupNotice {...{ text, groupId }} /> : body,
    color: kind === "warning" ? grave : "brand",
    role: kind === "warning" ? "alert" : "status",
  });
}

/** Fetched with the first event that has words here; undefined: it has none, or they could not be loaded. */
async function newsText(news: EventNews): Promise<string | undefined> {
  try {
    const [{ noticeText }] = await Promise.all([
      import("../../domain/notifications/notice-text.ts"),
      loadTexts("command-words"),
    ]);
    if (!i18next.hasResourceBundle(i18next.language, "command-words")) return undefined;
    return noticeText(i18next.getFixedT(null, "command-words"), news, currentLocale);
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
