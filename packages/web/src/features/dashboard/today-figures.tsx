import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { socSpread, sumOf } from "../../domain/containers/fleet-facts.ts";
import { useCountedWords } from "../../domain/containers/use-counted-words.ts";
import { KpiCard } from "../../ui/kpi-card.tsx";
import type { useFleetEnergy } from "./dashboard.data.ts";
import styles from "./dashboard.module.css";
import { changePercent, commonMidnight, lastHours } from "./fleet-energy.ts";
import { FleetSoc } from "./fleet-soc.tsx";

export interface TodayFiguresProps {
  containers: readonly ContainerRow[];
  /** How many were never connected, and are not among them. */
  neverSeen: number;
  now: number;
  /** When the containers were last known, epoch ms: what was new then is counted. Absent: now. */
  knownMs?: number;
  /** Of the last two days; undefined: not known yet. */
  energy: ReturnType<typeof useFleetEnergy>["data"];
}

/** What came and went since each container's midnight, and the charge now, with history and change where they are known. */
export function TodayFigures({ containers, neverSeen, now, knownMs = now, energy }: TodayFiguresProps) {
  const { t } = useTranslation("dashboard");
  const midnightMs = commonMidnight(containers, now);
  const countedWords = useCountedWords();
  const spread = socSpread(containers, knownMs);
  const figure = (field: "solarGeneration" | "energyConsumption", history: "generation" | "consumption") => {
    const sum = sumOf(containers, field, knownMs);
    const before = energy?.before?.[history];
    return {
      unit: "Wh" as const,
      now,
      ...sum,
      value: sum.value,
      note: countedWords(sum) ?? t("sinceMidnight"),
      spark: energy && lastHours(energy[history], now),
      change: energy && midnightMs && changePercent(energy[history], before, midnightMs, now),
    };
  };
  return (
    <section className={styles.figures} aria-labelledby="fleet-today">
      <h2 className="visually-hidden" id="fleet-today">
        {t("today")}
      </h2>
      <KpiCard label={t("solarToday")} {...figure("solarGeneration", "generation")} />
      <KpiCard label={t("loadToday")} {...figure("energyConsumption", "consumption")} />
      <FleetSoc spread={spread} neverSeen={neverSeen} now={now} knownMs={knownMs} />
    </section>
  );
}
