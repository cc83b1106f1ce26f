import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import type { FleetCounts } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./fleet-strip.module.css";

const states = ["online", "just_offline", "offline", "warning"] as const;

/** How many containers are in each state; each count leads to these containers. */
export function FleetStrip({ counts }: { counts: FleetCounts }) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  return (
    <nav aria-label={t("fleet.title")}>
      <ul className={styles.strip}>
        {states.map((status) => (
          <li key={status} className={styles.place}>
            <Link
              className={styles.state}
              to="/containers"
              search={{ status }}
              data-zero={counts[status] === 0 || undefined}
            >
              <span className={styles.count}>{formatCount(counts[status], locale)}</span>
              <StatusMark state={status} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
