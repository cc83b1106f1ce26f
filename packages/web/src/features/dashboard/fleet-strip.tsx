import { containerLinks } from "@offgrid/contract/containers/container-link";
import { cutAheadHours, energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { Link } from "@tanstack/react-router";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import type { EventLevel } from "@offgrid/contract/notifications/notification-types";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount, missing } from "../../core/format.ts";
import type { FleetCounts } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../domain/energy-state/energy-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./fleet-strip.module.css";

const states = [...containerLinks, "warning", "works"] as const;
/** Has no place while nobody is in it. */
const rare: readonly (typeof states)[number][] = ["never", "warning", "works"];
/** What is looked for first: that nobody is in it is said. */
const watched: readonly EnergyLevel[] = ["cut", "cut_ahead"];
const urgent: readonly EnergyLevel[] = ["cut", "cut_partly", "cut_ahead", "generator_ahead"];

/** Of one row beside the menu, whose words stay on two lines. */
const mostInRow = 5;

interface FleetStripProps {
  counts: FleetCounts;
  /** How grave the gravest open warning is, whose mark those with a warning have; absent: none is open. */
  worstWarning?: EventLevel | undefined;
  /** False: of no container is it known what lies ahead, and none is counted as safe. */
  hasForecast: boolean;
  /** Of some the first forecast is being computed: that nobody is cut ahead is not known yet, and said so. */
  isComing?: boolean;
}

/**
 * How many containers are in each state of energy, worst first, and of the link; each count leads to them, and each row
 * counts the whole fleet once, open warnings and works apart; those that were never connected stand in the second and
 * belong to both. What nobody is in has no place, but for what is watched.
 */
export function FleetStrip({ counts, worstWarning = "warning", hasForecast, isComing = false }: FleetStripProps) {
  const { t } = useTranslation(["dashboard", "energy-state"]);
  const wordOf = (level: EnergyLevel) => {
    if (level === "below_reserve") return t("fleet.belowReserve");
    if (level !== "cut_ahead" && level !== "generator_ahead") return undefined;
    if (level === "cut_ahead" && isComing && counts.cut_ahead === 0) return t("fleet.computed");
    // Rules look as far ahead as theirs says.
    return t("fleet.within", { state: t(`energy-state:word.${level}`), hours: cutAheadHours });
  };
  const shownLevels = energyLevels.filter((level) => watched.includes(level) || counts[level] > 0);
  const shownStates = states.filter((state) => !rare.includes(state) || counts[state] > 0);
  return (
    <nav className={styles.strip} aria-label={t("fleet.title")}>
      <ul className={styles.group} style={inRows(shownLevels.length)} aria-label={t("fleet.energy")}>
        {shownLevels.map((level) => (
          <Count
            key={level}
            count={counts[level]}
            isKnown={(hasForecast && !isComing) || counts[level] > 0 || level !== "cut_ahead"}
            search={{ energy: level }}
            isUrgent={urgent.includes(level)}
          >
            {/* Each container counts once: one that is cut, or will be, is not counted here whatever its charge. */}
            <EnergyMark level={level} count={counts[level]} word={wordOf(level)} />
          </Count>
        ))}
      </ul>
      <ul className={styles.group} style={inRows(shownStates.length)} aria-label={t("fleet.link")}>
        {shownStates.map((status) => (
          <Count key={status} count={counts[status]} search={{ status }}>
            {/* These are containers, not the incidents that the badge counts. */}
            <StatusMark
              state={status === "warning" ? worstWarning : status}
              count={counts[status]}
              word={status === "warning" ? t("fleet.warning") : undefined}
            />
          </Count>
        ))}
      </ul>
    </nav>
  );
}

/** As few rows as have room, with about as many in each, so that none stands alone below full ones. */
function inRows(count: number): CSSProperties {
  const rows = Math.ceil(count / mostInRow);
  return { "--in-row": Math.ceil(count / rows) } as CSSProperties;
}

interface CountProps {
  count: number;
  search: { energy: EnergyLevel } | { status: (typeof states)[number] };
  isUrgent?: boolean;
  isKnown?: boolean;
  children: ReactNode;
}

function Count({ count, search, isUrgent = false, isKnown = true, children }: CountProps) {
  const locale = useLocale();
  return (
    <li className={styles.place} data-zero={(isKnown && count === 0) || undefined}>
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
