import { EventLines, type EventLinesProps } from "../../domain/notifications/event-lines.tsx";
import { foldRepeats, type Notification } from "../../domain/notifications/fold-repeats.ts";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import { byDay } from "../../ui/day-groups.ts";
import { useDayWords } from "../../ui/use-day-words.ts";
import { browserZone } from "../../ui/use-locale.ts";

export interface EventDaysProps {
  events: readonly Notification[];
  now: number;
  around?: EventLinesProps["around"];
  onRead: (ids: readonly string[]) => void;
}

/** Events under their days, newest first; the same at the same container is one line a day. */
export function EventDays({ events, now, around, onRead }: EventDaysProps) {
  const words = useDayWords(now);
  const textOf = useEventText();
  return (
    <div className="og-stack">
      {byDay(events, browserZone).map(({ lines, ...day }) => {
        const title = words(day);
        return (
          <section key={day.day} className="og-card" aria-label={title}>
            <h2 className="og-title">{title}</h2>
            <EventLines
              events={foldRepeats(lines, textOf)}
              now={now}
              zone={browserZone}
              shape="time"
              withContainer
              around={around}
              onRead={onRead}
            />
          </section>
        );
      })}
    </div>
  );
}
