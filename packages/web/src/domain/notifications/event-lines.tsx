import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatAge, formatTime, type TimeShape } from "../../core/time.ts";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { MarkedLine } from "../containers/marked-line.tsx";
import type { FoldedEvent } from "./fold-repeats.ts";
import { UnreadBadge } from "./unread-badge.tsx";

export interface EventLinesProps {
  events: readonly FoldedEvent[];
  now: number;
  /** In which times are written. */
  zone: string;
  /** Of times: lines under the title of their day need no more than the hour. */
  shape: Extract<TimeShape, "time" | "weekdayTime">;
  /** Of several containers, each line names its own. */
  withContainer?: boolean;
  /** Absent: nothing is marked as read here. */
  onRead?: ((ids: readonly string[]) => void) | undefined;
}

/** What happened, one line each: how grave, what, where, and when or how often. */
export function EventLines({ events, withContainer = false, onRead, ...when }: EventLinesProps) {
  const { t } = useTranslation("event-words");
  const isPhone = useIsPhone();
  return (
    <ul className="og-plain-list og-lined" aria-label={t("list")}>
      {events.map((event) => {
        const { newest, text, unreadIds } = event;
        const { id, level, containerName } = newest;
        const isUnread = onRead !== undefined && unreadIds.length > 0;
        const read = isUnread && (
          <Button
            variant="subtle"
            flex="none"
            size={isPhone ? "compact-md" : "sm"}
            aria-label={t("readName", { name: text, container: containerName ?? t("profile") })}
            onClick={() => onRead(unreadIds)}
          >
            {t("read")}
          </Button>
        );
        return (
          <li key={id} className="og-head" style={{ paddingBlock: 8, flexWrap: "nowrap" }}>
            <span className="og-words">
              <MarkedLine
                state={level}
                below={
                  <span className="og-line og-fine">
                    {withContainer && <Place {...newest} />}
                    <When event={event} {...when} />
                    {isUnread && <UnreadBadge word={t("unread", { count: unreadIds.length })} />}
                    {isPhone && read}
                  </span>
                }
              >
                <span className={isUnread ? "og-strong og-anywhere" : "og-anywhere"}>{text}</span>
              </MarkedLine>
            </span>
            {!isPhone && read}
          </li>
        );
      })}
    </ul>
  );
}

/** Its container; what concerns the person and no container is looked after in their profile. */
function Place({ containerId, containerName }: Pick<FoldedEvent["newest"], "containerId" | "containerName">) {
  const { t } = useTranslation("event-words");
  if (containerId === null)
    return (
      <Link className="og-name-link" to="/users/profile">
        {t("profile")}
      </Link>
    );
  return (
    <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
      {containerName}
    </Link>
  );
}

/** When it happened, and how long ago; of repeats how often, from when to when. */
function When({ event, now, zone, shape }: Pick<EventLinesProps, "now" | "zone" | "shape"> & { event: FoldedEvent }) {
  const { t } = useTranslation("event-words");
  const locale = useLocale();
  const { newest, count, firstAt } = event;
  const atMs = Date.parse(newest.at);
  const say = (ms: number) => formatTime(ms, shape, zone, locale);
  const to = say(atMs);
  const from = say(Date.parse(firstAt));
  // Repeats within a minute have one time.
  const times = from === to ? t("repeatedAt", { count, at: to }) : t("repeated", { count, from, to });
  const age = formatAge(Math.max(0, now - atMs), locale);
  return (
    <span className="og-note" title={formatTime(atMs, "dateTimeWithSeconds", zone, locale)}>
      {t("at", { at: count > 1 ? times : to, age })}
    </span>
  );
}
