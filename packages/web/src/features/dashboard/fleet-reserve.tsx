import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { belowReserve, type SocSpread } from "../../ui/container/fleet-facts.ts";
import { lowSocPercent } from "../../ui/container/site-facts.ts";
import { KpiCard } from "../../ui/kpi-card.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./fleet-soc.module.css";

/** How many batteries are below the reserve, and the way to them: the emptiest first. */
export function FleetReserve({ spread, now }: { spread: SocSpread; now: number }) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const low = belowReserve(spread);
  return (
    <KpiCard
      label={t("reserve.title")}
      unit="count"
      now={now}
      {...low}
      value={low.value}
      note={
        low.counted < low.of
          ? t("counted", { counted: low.counted, of: low.of })
          : t("reserve.under", { percent: formatQuantityText(lowSocPercent, "percent", locale) })
      }
      action={
        (low.value ?? 0) > 0 && (
          <Link className={styles.link} to="/containers" search={{ sort: "soc", reversed: true }}>
            {t("reserve.show")}
          </Link>
        )
      }
    />
  );
}
