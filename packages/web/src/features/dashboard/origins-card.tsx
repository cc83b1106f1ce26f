import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "../../core/api/call.ts";
import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { idle } from "../../core/idle.ts";
import { Async, type Pending } from "../../ui/async.tsx";
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

/** Where the consumption of the chosen period came from; it fails alone. */
export function OriginsCard({ origins }: { origins: Pending<Origins> }) {
  const { t } = useTranslation("dashboard");
  return (
    <section className="og-card og-stack" aria-labelledby="fleet-origins">
      <h2 className="og-title" id="fleet-origins">
        {t("origins.title")}
      </h2>
      <div className={styles.origins}>
        <Async of={origins} height={heightPx}>
          {({ origins: totals, isTooMany }) =>
            isTooMany ? (
              <p className="og-note">{t("origins.tooMany")}</p>
            ) : (
              <Suspense>
                <OriginBar totals={totals} />
              </Suspense>
            )
          }
        </Async>
      </div>
    </section>
  );
}
