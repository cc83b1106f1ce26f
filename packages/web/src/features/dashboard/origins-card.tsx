import { lazy } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../core/api/call.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { idle } from "../../core/idle.ts";
import { rangeWords } from "../../core/time.ts";
import { LaterPart } from "../../ui/later-part.tsx";
import { Async, type Pending } from "../../ui/async.tsx";
import type { TimeRange } from "../../ui/period-range.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./dashboard.module.css";

// Below the first screen: it waits for what is above.
const OriginBar = lazy(() =>
  idle()
    .then(() => loadWithTexts(["energy-origin"], () => import("../../domain/energy-origin/origin-bar.tsx")))
    .then((part) => ({ default: part.OriginBar })),
);

export type Origins = Answer<"getConsumptionOrigins">["data"];

/** Room for the bar and a line of parts, which is what most fleets have. */
const heightPx = 56;

export interface OriginsCardProps {
  origins: Pending<Origins>;
  /** What they are of; undefined until they are known. */
  range: TimeRange | undefined;
  zone: string;
}

/** Where the consumption of the chosen period came from; it fails alone. */
export function OriginsCard({ origins, range, zone }: OriginsCardProps) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  return (
    <section className="og-card og-stack" aria-labelledby="fleet-origins">
      <div className="og-head og-fine">
        <h2 className="og-title" id="fleet-origins">
          {t("origins.title")}
        </h2>
        {range && <span className="og-note og-number">{rangeWords(range, zone, locale)}</span>}
      </div>
      <div className={styles.origins}>
        <Async of={origins} title={t("origins.title")} height={heightPx}>
          {({ origins: totals, isTooMany }) =>
            isTooMany ? (
              <p className="og-note">{t("origins.tooMany")}</p>
            ) : (
              <LaterPart height={heightPx}>
                <OriginBar totals={totals} />
              </LaterPart>
            )
          }
        </Async>
      </div>
    </section>
  );
}
