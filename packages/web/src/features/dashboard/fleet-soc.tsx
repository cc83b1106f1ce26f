import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SocSpread } from "../../domain/containers/fleet-facts.ts";
import { useCountedWords } from "../../domain/containers/use-counted-words.ts";
import { KpiCard } from "../../ui/kpi-card.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { LeftOut } from "./left-out.tsx";
import styles from "./fleet-soc.module.css";
import type { ChargeMarks } from "../../domain/container/charge-marks.ts";
import { chargeText } from "../../domain/container/charge-text.ts";

interface FleetSocProps {
  spread: SocSpread;
  /** Containers that were never connected, which the spread does not know. */
  neverSeen: number;
  now: number;
  /** When the containers were last known, epoch ms; absent: now. */
  knownMs?: number;
}

/** Median state of charge, the lowest with its container, and where every other battery stands. */
export function FleetSoc({ spread, neverSeen, now, knownMs = now }: FleetSocProps) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const { lowest } = spread;
  const countedWords = useCountedWords();
  const notes = [countedWords(spread), neverSeen > 0 && t("soc.neverSeen", { count: neverSeen })];
  // One mark for all that stand at the same place, so that thousands draw no more than a hundred: by the worst of them.
  const places = new Map<number, ChargeMarks>();
  for (const { percent, ...marks } of spread.charges) {
    const place = Math.round(percent);
    const known = places.get(place);
    places.set(place, {
      "data-low": marks["data-low"] ?? known?.["data-low"],
      "data-cut": marks["data-cut"] ?? known?.["data-cut"],
    });
  }
  return (
    <KpiCard
      label={t("soc.median")}
      value={spread.value}
      unit="percent"
      at={spread.at}
      everyS={spread.everyS}
      now={now}
      note={notes.filter(Boolean).join(" · ") || undefined}
      action={
        <>
          <span className={styles.scale} aria-hidden>
            {[...places].map(([percent, marks]) => (
              <span key={percent} className={`${styles.one} og-charge`} {...marks} style={{ left: `${percent}%` }} />
            ))}
          </span>
          {spread.leftOut.length > 0 && (
            <span>
              <LeftOut containers={spread.leftOut} of="charge" now={knownMs} />
            </span>
          )}
          {lowest && (
            <span>
              {t("soc.lowest", { percent: chargeText(lowest.percent, lowest.container.reserveSoc, locale) })}{" "}
              <Link className="og-link" to="/containers/$slug" params={{ slug: lowest.container.containerId }}>
                {lowest.container.name}
              </Link>
            </span>
          )}
        </>
      }
    />
  );
}
