import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { isUnreachable } from "../../core/api/api-error.ts";
import { useTick } from "../../core/live/tick.ts";
import { formatAge } from "../../core/time.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import { type FoldedEvent, foldRepeats, type Notification } from "../../domain/notifications/fold-repeats.ts";
import { UnreadBadge } from "../../domain/notifications/unread-badge.tsx";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import type { Pending } from "../../ui/async.tsx";
import { sayFailure } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { markNewsRead, type NewsLists, useBellNews, useUnreadUntil } from "./bell.data.ts";
import { NewsAway } from "./news-away.tsx";

/** So many fit below the counts, also on a phone. */
const mostListed = 6;

interface Props {
  lists: NewsLists;
  /** Ids of what the menu says above already. */
  saidAbove: readonly string[];
}

/** The newest of what the person was notified of, and the ways on: what the menu of the bell has below its counts. */
export function BellNews({ lists, saidAbove }: Props) {
  const { t } = useTranslation("shell");
  const now = useTick();
  const news = useBellNews(lists);
  const until = useUnreadUntil(lists);
  const mark = useAct(() => markNewsRead(until));
  const read = () => void mark.run().then((isDone) => isDone || sayFailure(t("news.failed")));
  const hasUnread = until.events !== undefined || until.warnings !== undefined;
  return (
    <>
      <NewsList news={{ ...news, data: news.data?.filter(({ id }) => !saidAbove.includes(id)) }} now={now} />
      <Menu.Divider />
      {hasUnread && (
        <Menu.Item closeMenuOnClick={false} disabled={mark.isRunning} onClick={read}>
          {t("news.readAll")}
        </Menu.Item>
      )}
      {lists.events && <Menu.Item renderRoot={(props) => <Link to="/events" {...props} />}>{t("news.all")}</Menu.Item>}
    </>
  );
}

interface NewsListProps {
  news: Omit<Pending<readonly Notification[]>, "isPending"> & {
    /** How much is critical and not read, with what is not listed. */
    unreadGrave?: number | undefined;
  };
  now: number;
}

/** What is grave and not read yet stands before the rest, however much came after it. */
function unreadGraveFirst(events: readonly FoldedEvent[]): FoldedEvent[] {
  const isAhead = ({ newest: { level }, isUnread }: FoldedEvent) => level === "critical" && isUnread;
  return events.toSorted((one, other) => Number(isAhead(other)) - Number(isAhead(one)));
}

/** What is grave and not read, then the rest, each newest first, with how grave it is, where and how long ago; it leads to the very one. */
export function NewsList({ news: { data, unreadGrave = 0, error, isFetching, refetch }, now }: NewsListProps) {
  const { t } = useTranslation("shell");
  const textOf = useEventText();
  if (data === undefined) {
    if (!error || isFetching) return <NewsAway />;
    return (
      <>
        <Menu.Label>{t(isUnreachable(error) ? "news.away" : "news.notLoaded")}</Menu.Label>
        <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
          {t("news.retry")}
        </Menu.Item>
      </>
    );
  }
  const shown = unreadGraveFirst(foldRepeats(data, textOf)).slice(0, mostListed);
  return (
    <>
      {error && <Menu.Label>{t("news.outdated")}</Menu.Label>}
      {unreadGrave > 0 && <Menu.Label>{t("news.unreadGrave", { count: unreadGrave })}</Menu.Label>}
      {shown.length === 0 && <Menu.Label>{t("news.none")}</Menu.Label>}
      {shown.map((event) => (
        <NewsItem key={event.newest.id} event={event} now={now} />
      ))}
    </>
  );
}

function NewsItem({ event: { newest, text, count, isUnread }, now }: { event: FoldedEvent; now: number }) {
  const { t } = useTranslation(["shell", "event-words"]);
  const locale = useLocale();
  const { id, type, incidentId, level, containerName, at } = newest;
  const age = formatAge(Math.max(0, now - Date.parse(at)), locale);
  const isIncident = type === "warning" && incidentId !== null;
  return (
    <Menu.Item
      renderRoot={(props) =>
        isIncident ? (
          <Link to="/warning/history" search={{ incident: incidentId }} {...props} />
        ) : (
          <Link to="/events" search={{ event: id }} {...props} />
        )
      }
    >
      <MarkedLine
        state={level}
        below={
          <span className="og-line og-fine og-note">
            {[containerName ?? t("event-words:profile"), count > 1 && t("news.times", { count }), age]
              .filter(Boolean)
              .join(" · ")}
            {isUnread && <UnreadBadge word={t("news.unread")} />}
          </span>
        }
      >
        <span className={isUnread ? "og-strong og-anywhere" : "og-anywhere"}>{text}</span>
      </MarkedLine>
    </Menu.Item>
  );
}
