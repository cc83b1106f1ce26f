import { useTranslation } from "react-i18next";

import { EventLines } from "../../domain/notifications/event-lines.tsx";
import { foldRepeats } from "../../domain/notifications/fold-repeats.ts";
import type { Notice } from "../../domain/notifications/unread-notices.data.ts";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import { browserZone } from "../../ui/use-locale.ts";

export interface UnreadReportsProps {
  reports: readonly Notice[];
  now: number;
  onRead: (ids: readonly string[]) => void;
}

/**
 * What controllers report by themselves counts as unread too, until it is read: it is over at once, and no rule raised it.
 * What they repeat is one line, and the title says how often it counts.
 */
export function UnreadReports({ reports, now, onRead }: UnreadReportsProps) {
  const { t } = useTranslation("warning-history");
  const textOf = useEventText();
  if (reports.length === 0) return null;
  const title = t("reports", { count: reports.length });
  return (
    <section className="og-card" aria-label={title}>
      <h2 className="og-title">{title}</h2>
      <EventLines
        events={foldRepeats(reports, textOf, "warning")}
        now={now}
        zone={browserZone}
        shape="weekdayTime"
        withContainer
        onRead={onRead}
      />
    </section>
  );
}
