import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatAge, formatTime } from "../../core/time.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import { useEventText } from "../../domain/notifications/use-event-text.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import type { Report } from "./history.data.ts";

export interface UnreadReportsProps {
  reports: readonly Report[];
  now: number;
  onRead: (id: string) => void;
}

/** What controllers report by themselves counts as unread too, until it is read: it is over at once, and no rule raised it. */
export function UnreadReports({ reports, now, onRead }: UnreadReportsProps) {
  const { t } = useTranslation("warning-history");
  const textOf = useEventText();
  const locale = useLocale();
  if (reports.length === 0) return null;
  const title = t("reports", { count: reports.length });
  return (
    <section className="og-card" aria-label={title}>
      <h2 className="og-title">{title}</h2>
      <ul className="og-plain-list og-lined">
        {reports.map((report) => {
          const { id, level, at, containerId, containerName } = report;
          const text = textOf(report);
          return (
            <li key={id} className="og-head" style={{ paddingBlock: 8 }}>
              <span className="og-words">
                <MarkedLine
                  state={level}
                  below={
                    <span className="og-line og-fine">
                      <Link className="og-name-link og-anywhere" to="/containers/$slug" params={{ slug: containerId }}>
                        {containerName}
                      </Link>
                      <span className="og-note">
                        {formatTime(Date.parse(at), "weekdayTime", browserZone, locale)},{" "}
                        {formatAge(now - Date.parse(at), locale)}
                      </span>
                    </span>
                  }
                >
                  <span className="og-anywhere">{text}</span>
                </MarkedLine>
              </span>
              <Button
                variant="subtle"
                aria-label={t("acts.readName", { name: text, container: containerName })}
                onClick={() => onRead(id)}
              >
                {t("acts.read")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
