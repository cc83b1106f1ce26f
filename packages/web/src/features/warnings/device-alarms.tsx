import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useIsLastKnown } from "../../core/live/live.ts";
import { atMs } from "../../domain/containers/container-facts.ts";
import { MarkedLine } from "../../domain/containers/marked-line.tsx";
import { useAgeWords } from "../../ui/use-freshness.ts";
import type { HistorySearch } from "./warnings.search.ts";
import { alarmLevels } from "../../domain/containers/alarm-levels.ts";

/** The containers that what is searched for may be about; none where it is of rules, of what is over, or of a time. */
export function warnedContainers(
  containers: readonly ContainerRow[],
  { container, cluster, state, severity, search, rule, period }: HistorySearch,
): readonly ContainerRow[] {
  const isOfRules = [search, rule, period].some((one) => one !== undefined);
  if (isOfRules || state === "cleared" || (severity ?? "warning") !== "warning") return [];
  return containers.filter(
    ({ containerId, clusterId }) =>
      (container === undefined || container === containerId) && (cluster === undefined || cluster === clusterId),
  );
}

/** What batteries report by themselves, without any rule: as open as the others, and it goes when they no longer do. */
export function DeviceAlarms({ containers, now }: { containers: readonly ContainerRow[]; now: number }) {
  const { t } = useTranslation(["warning-history", "container-facts"]);
  const { ageOf } = useAgeWords();
  const isLastKnown = useIsLastKnown();
  const lines = containers.flatMap((container) => container.alarms.map((alarm) => ({ container, alarm })));
  if (lines.length === 0) return null;
  const title = t(isLastKnown ? "alarmsThen" : "alarms", { count: lines.length });
  return (
    <section className="og-card" aria-label={title}>
      <h2 className="og-title">{title}</h2>
      <ul className="og-plain-list og-lined">
        {lines.map(({ container: { containerId, name, valuesAt }, alarm }) => (
          <li key={`${containerId} ${alarm}`} style={{ paddingBlock: 8 }}>
            <MarkedLine
              state="warning"
              below={<span className="og-note">{t("alarmsAt", { age: age(valuesAt) })}</span>}
            >
              <span className="og-medium og-anywhere">{t(`container-facts:alarm.${alarm}`, alarmLevels())}</span>
              <Link
                className="og-name-link og-anywhere"
                to="/containers/$slug"
                params={{ slug: containerId }}
                search={{ tab: "batteries" }}
              >
                {name}
              </Link>
            </MarkedLine>
          </li>
        ))}
      </ul>
    </section>
  );

  function age(instant: string | null): string {
    return ageOf(atMs(instant) ?? now, now);
  }
}
