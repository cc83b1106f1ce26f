import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { useTranslation } from "react-i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatTime } from "../../core/time.ts";
import { useAutomationNames } from "../../domain/automations/use-automation-names.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { Conflict } from "./automations.data.ts";

interface Props {
  conflicts: readonly Conflict[];
  nameOf: (id: string) => string;
}

/** Automations that may ask for the opposite at the same time: which gets its way, and when. Nothing where there are none. */
export function ConflictLines({ conflicts, nameOf }: Props) {
  const { t } = useTranslation("automations");
  const locale = useLocale();
  const names = useAutomationNames();
  if (conflicts.length === 0) return null;
  const clock = (minutes: number) => formatTime(Date.UTC(2024, 0, 1) + minutes * 60_000, "time", "UTC", locale);
  const metricWords = ([metric, { from, to }]: [string, Conflict["metrics"][string]]) => {
    const name = findMetric(metric)?.[locale] ?? metric;
    const value = (of: number | null) => (of === null ? "" : names.value(metric, of));
    if (from === null && to === null) return "";
    const shape = from === null ? "upTo" : to === null ? "from" : "between";
    return t(`conflict.${shape}`, { metric: name, from: value(from), to: value(to) });
  };
  return (
    <div className="og-close-stack" role="group" aria-label={t("conflict.title")}>
      <p className="og-flush og-strong og-amber">{t("conflict.title")}</p>
      <ul className="og-plain-list og-close-stack">
        {conflicts.map(({ output, winner, loser, minutes, metrics, seenSeconds }) => (
          <li key={`${output} ${winner} ${loser}`} className="og-anywhere">
            {[
              t("conflict.wins", { output: names.output(output), winner: nameOf(winner), loser: nameOf(loser) }),
              ...(minutes ?? []).map(({ from, to }) => t("conflict.minutes", { from: clock(from), to: clock(to) })),
              ...Object.entries(metrics).map(metricWords),
              seenSeconds !== null &&
                seenSeconds > 0 &&
                t("conflict.seen", { lasted: durationText(seenSeconds, locale) }),
            ]
              .filter(Boolean)
              .join(" ")}
          </li>
        ))}
      </ul>
    </div>
  );
}
