import { cutAheadHours } from "@offgrid/contract/energy-state/energy-levels";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, missing } from "../../core/format.ts";
import type { FleetCounts } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../domain/energy-state/energy-mark.tsx";
import { type EnergyGroup, energyGroups } from "../../domain/energy-state/energy-rank.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./fleet-strip.module.css";

const states = ["online", "just_offline", "offline", "warning", "works"] as const;
/** Beside the state of the link of a container. */
const added: readonly (typeof states)[number][] = ["warning", "works"];
/** States of energy of few containers, and none that is bad. */
const rare: readonly EnergyGroup[] = ["generator_running"];

interface FleetStripProps {
  counts: FleetCounts;
  /** False: of no container is it known what lies ahead, and none is counted as safe. */
  hasForecast: boolean;
}

/**
 * How many containers are in each state of energy, worst first, and of the link; each count leads to them, and each row
 * counts the whole fleet once, open warnings and works apart. These and what is rare are there only where there are some.
 */
export function FleetStrip({ counts, hasForecast }: FleetStripProps) {
  const { t } = useTranslation(["dashboard", "energy-state"]);
  const wordOf = (group: EnergyGroup) => {
    if (group === "below_reserve") return t("fleet.belowReserve");
    if (group !== "cut_ahead" && group !== "generator_ahead") return undefined;
    // Rules look as far ahead as theirs says.
    return t("fleet.within", { state: t(`energy-state:word.${group}`), hours: cutAheadHours });
  };
  const shownGroups = energyGroups.filter((group) => !rare.includes(group) || counts[group] > 0);
  const shownStates = states.filter((state) => !added.includes(state) || counts[state] > 0);
  return (
    <nav className={styles.strip} aria-label={t("fleet.title")}>
      <ul className={styles.group} aria-label={t("fleet.energy")}>
        {shownGroups.map((group) => (
          <Count
            key={group}
            count={counts[group]}
            isKnown={hasForecast || counts[group] > 0 || !group.endsWith("_ahead")}
            search={{ energy: group }}
            isUrgent={group.startsWith("cut")}
          >
            {/* Each container counts once: one that is cut, or will be, is not counted here whatever its charge. */}
            <EnergyMark level={group} count={counts[group]} word={wordOf(group)} />
          </Count>
        ))}
      </ul>
      <ul className={styles.group} aria-label={t("fleet.link")}>
        {shownStates.map((status) => (
          <Count key={status} count={counts[status]} search={{ status }}>
            {/* These are containers, not the incidents that the badge counts. */}
            <StatusMark state={status} word={status === "warning" ? t("fleet.warning") : undefined} />
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
  isKnown?: boolean;
  children: ReactNode;
}

function Count({ count, search, isUrgent = false, isKnown = true, children }: CountProps) {
  const locale = useLocale();
  return (
    <li className={styles.place} data-zero={count === 0 || undefined}>
      <Link
        className={styles.state}
        to="/containers"
        search={search}
        data-urgent={(isUrgent && count > 0) || undefined}
      >
        <span className={styles.count}>{isKnown ? formatCount(count, locale) : missing}</span>
        {children}
      </Link>
    </li>
  );
}
