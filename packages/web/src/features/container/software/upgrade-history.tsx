import type { ContainerUpgrade } from "@offgrid/contract/upgrades/upgrades.schema";

import { formatTime } from "../../../core/time.ts";
import { UpgradeSteps, useWords } from "./upgrade-steps.tsx";

interface UpgradeHistoryProps {
  upgrades: readonly ContainerUpgrade[];
  zone: string;
  now: number;
}

/** Upgrades that are over, newest first; each opens to its steps. */
export function UpgradeHistory({ upgrades, zone, now }: UpgradeHistoryProps) {
  const { t, locale } = useWords(zone);
  if (upgrades.length === 0) return <p className="og-flush">{t("noHistory")}</p>;
  return (
    <ul className="og-plain-list og-stack og-mid" aria-label={t("history")}>
      {upgrades.map((one) => (
        <li key={one.upgradeId}>
          <details className="og-details">
            <summary>
              {t("past", {
                version: one.version,
                state: t(`state.${one.state}`),
                at: formatTime(Date.parse(one.endedAt ?? one.at), "dateTime", zone, locale),
              })}
            </summary>
            <UpgradeSteps upgrade={one} waits={[]} running={null} zone={zone} now={now} />
          </details>
        </li>
      ))}
    </ul>
  );
}
