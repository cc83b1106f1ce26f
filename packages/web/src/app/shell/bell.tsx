import { ActionIcon, Menu } from "@mantine/core";
import type { MenuEntry } from "@offgrid/contract/core/menu";
import { IconAlertTriangle, IconBell } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { loadWithTexts } from "../../core/i18n/i18n.ts";
import type { ScreenName } from "../../core/screen.ts";
import { CountBadge } from "./count-badge.tsx";
import { allUnread, badgeText, type UnreadCount, unreadText } from "./menu-entries.ts";
import { menuIcons } from "./menu-icons.tsx";
import classes from "./menu.module.css";
import { NewsAway } from "./news-away.tsx";

/** Fetched, and asked for, when the bell is opened. */
const BellNews = lazy(async () => ({
  default: await loadWithTexts(
    ["event-words", "command-words"],
    async () => (await import("./bell-news.tsx")).BellNews,
  ),
}));

export interface BellProps {
  /** The entries of the menu that the person sees. */
  entries: readonly MenuEntry[];
  /** Undefined: not known. */
  unread: Readonly<Record<"events" | "warnings" | "tickets", UnreadCount>>;
  /** What concerns the person themself and is not read, in words: it is looked after in their profile. */
  notices: readonly { id: string; text: string }[];
}

/**
 * How much is not read, wherever one is, what happened last, and the ways to both. Nothing for who sees none of these
 * lists.
 */
export function Bell({ entries, unread, notices }: BellProps) {
  const { t } = useTranslation(["shell", "shared"]);
  const lists = entries.filter(({ badge }) => badge !== undefined);
  if (lists.length === 0) return null;
  const counts = lists.map(({ badge }) => badge && unread[badge]);
  const count = allUnread(counts);
  const badge = badgeText(count);
  const has = {
    events: lists.some((entry) => entry.badge === "events"),
    warnings: lists.some((entry) => entry.badge === "warnings"),
  };
  const label = badge === undefined ? t("bell") : `${t("bell")}: ${unreadText(count, t)}`;
  return (
    <Menu position="bottom-end" width="min(400px, calc(100vw - 16px))" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className={classes.bell}
          variant="subtle"
          color="gray"
          c="var(--og-text)"
          size={44}
          aria-label={label}
          data-tour="bell"
        >
          <IconBell size={22} />
          <CountBadge count={count} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: "calc(100dvh - 80px)", overflowY: "auto" }}>
        {notices.map(({ id, text }) => (
          <Menu.Item
            key={id}
            leftSection={<IconAlertTriangle size={18} color="var(--mantine-color-orange-filled)" aria-hidden />}
            renderRoot={(props) => <Link to="/users/profile" {...props} />}
          >
            <span className="og-anywhere">{text}</span>
          </Menu.Item>
        ))}
        {notices.length > 0 && <Menu.Divider />}
        {lists.map((entry, index) => (
          <ListItem key={entry.path} entry={entry} unread={counts[index]} />
        ))}
        {(has.events || has.warnings) && (
          <>
            <Menu.Divider />
            <Suspense fallback={<NewsAway />}>
              <BellNews lists={has} saidAbove={notices.map(({ id }) => id)} />
            </Suspense>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The way to a list, and how much of it is not read. */
function ListItem({ entry, unread }: { entry: MenuEntry; unread: UnreadCount }) {
  const { t } = useTranslation(["shell", "shared"]);
  const Icon = menuIcons[entry.label] ?? IconBell;
  return (
    <Menu.Item
      leftSection={<Icon size={18} aria-hidden />}
      rightSection={badgeText(unread) !== undefined && <span className="og-small">{unreadText(unread, t)}</span>}
      renderRoot={(props) => <Link to={entry.path as LinkProps["to"]} {...props} />}
    >
      {t(`shared:screen.${entry.label as ScreenName}`)}
    </Menu.Item>
  );
}
