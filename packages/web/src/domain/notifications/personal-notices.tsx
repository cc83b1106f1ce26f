import { useTranslation } from "react-i18next";

import { browserZone } from "../../ui/use-locale.ts";
import { EventLines } from "./event-lines.tsx";
import { foldRepeats, type Notification } from "./fold-repeats.ts";
import { useEventText } from "./use-event-text.ts";

export interface PersonalNoticesProps {
  notices: readonly Notification[];
  now: number;
  onRead: (ids: readonly string[]) => void;
}

/** What concerns the person and no container, such as that a channel of theirs is paused: it stands above what containers do. */
export function PersonalNotices({ notices, now, onRead }: PersonalNoticesProps) {
  const { t } = useTranslation("event-words");
  const textOf = useEventText();
  if (notices.length === 0) return null;
  const title = t("personal", { count: notices.length });
  return (
    <section className="og-card" aria-label={title}>
      <h2 className="og-title">{title}</h2>
      <EventLines
        events={foldRepeats(notices, textOf, "warning")}
        now={now}
        zone={browserZone}
        shape="weekdayTime"
        withContainer
        onRead={onRead}
      />
    </section>
  );
}
