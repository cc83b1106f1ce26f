import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import type { FleetCounts } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../domain/energy-state/energy-mark.tsx";
import { type EnergyGroup, energyGroups } from "../../domain/energy-state/energy-rank.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./fleet-strip.module.css";

const states = ["online", "just_offline", "offline", "warning"] as const;

/**
 * How many containers are in each state of energy, worst first, and of the link; each count leads to them, and each row
 * counts the whole fleet once, open warnings apart.
 */
export function FleetStrip({ counts }: { counts: FleetCounts }) {
  const { t } = useTranslation("dashboard");
  return (
    <nav className={styles.strip} aria-label={t("fleet.title")}>
      <ul className={styles.group} aria-label={t("fleet.energy")}>
        {energyGroups.map((group) => (
          <Count key={group} count={counts[group]} search={{ energy: group }} isUrgent={group.startsWith("cut")}>
            <EnergyMark level={group} />
          </Count>
        ))}
      </ul>
      <ul className={styles.group} aria-label={t("fleet.link")}>
        {states.map((status) => (
          <Count key={status} count={counts[status]} search={{ status }}>
            <StatusMark state={status} />
          </Count>
        ))}
      </ul>
    </nav>
  );
}

interface CountProps {
  count: number;
  search: { energy: EnergyGroup } | { status: (typeof states)[number] };
  isUrgent?: boolean;
  children: ReactNode;
}

function Count({ count, search, isUrgent = false, children }: CountProps) {
  return (
    <li className={styles.place} data-zero={count === 0 || undefined}>
      <Link
        className={styles.state}
        to="/containers"
        search={search}
        data-urgent={(isUrgent && count > 0) || undefined}
      >
        <span className={styles.count}>{formatCount(count, useLocale())}</span>
        {children}
      </Link>
    </li>
  );
}
