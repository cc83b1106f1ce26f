import { Badge, Button } from "@mantine/core";
import type { SessionRow } from "@offgrid/contract/session/session.schema";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { browserName } from "./browser-name.ts";
import styles from "./session-list.module.css";
import { browserZone, useLocale } from "../../ui/use-locale.ts";

export interface SessionListProps {
  sessions: readonly SessionRow[];
  /** Id of the session that is being ended. */
  ending: string | undefined;
  onEnd: (id: string) => void;
}

/** Where a person is signed in, newest use first, each with a button that ends it but the one at hand. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  const { t } = useTranslation("sessions");
  const locale = useLocale();
  const time = (iso: string) => formatTime(Date.parse(iso), "dateTime", browserZone, locale);
  return (
    <ul className="og-plain-list og-lined og-words">
      {sessions.map((session) => {
        const { browser, system } = browserName(session.agent);
        const name = [browser ?? t("unknown"), system].filter(Boolean).join(" · ");
        const Icon = system === "iPhone" || system === "Android" ? IconDeviceMobile : IconDeviceDesktop;
        return (
          <li key={session.id} className={styles.row}>
            <Icon className="og-icon" size={22} aria-hidden />
            <div className="og-words og-rest">
              <span className="og-anywhere og-medium" title={session.agent ?? undefined}>
                {name}
              </span>
              <span className={styles.facts}>
                {session.address !== null && <span>{session.address}</span>}
                <span>{t("used", { time: time(session.lastUsed) })}</span>
                <span>{t("began", { time: time(session.createdAt) })}</span>
              </span>
            </div>
            {session.current ? (
              <Badge variant="light" color="brand" tt="none" className="og-fixed">
                {t("current")}
              </Badge>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={ending === session.id}
                aria-label={t("end_named", { name })}
                onClick={() => onEnd(session.id)}
              >
                {t("end")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
