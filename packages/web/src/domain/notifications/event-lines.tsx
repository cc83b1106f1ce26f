import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatAge, formatTime, type TimeShape } from "../../core/time.ts";
import { useAwayActs } from "../../ui/away-acts.tsx";
import { useIsPhone } from "../../ui/use-list-search.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { MarkedLine } from "../containers/marked-line.tsx";
import { EventPlace } from "./event-place.tsx";
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
  /** Around what an event says, such as a link to all of it; absent: it stands by itself. */
  around?: ((event: FoldedEvent, text: ReactNode) => ReactNode) | undefined;
  /** Absent: nothing is marked as read here. */
  onRead?: ((ids: readonly string[]) => void) | undefined;
}

/** What happened, one line each: how grave, what, where, and when or how often. */
export function EventLines({ events, withContainer = false, around, onRead, ...when }: EventLinesProps) {
  const { t } = useTranslation("event-words");
  const isPhone = useIsPhone();
  const unlessAway = useAwayActs();
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
            {...unlessAway(() => onRead(unreadIds))}
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
                    {withContainer && <EventPlace {...newest} />}
                    <When event={event} {...when} />
                    {isUnread && <UnreadBadge word={t("unread", { count: unreadIds.length })} />}
                    {isPhone && read}
                  </span>
                }
              >
                <span className={isUnread ? "og-strong og-anywhere" : "og-anywhere"}>
                  {around ? around(event, text) : text}
                </span>
              </MarkedLine>
            </span>
            {!isPhone && read}
          </li>
        );
      })}
    </ul>
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
