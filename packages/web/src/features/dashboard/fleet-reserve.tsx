import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SocSpread } from "../../domain/containers/fleet-facts.ts";
import { KpiCard } from "../../ui/kpi-card.tsx";
import styles from "./fleet-soc.module.css";

/** How many batteries are below the reserve, and the way to them: the emptiest first. */
export function FleetReserve({ spread, now }: { spread: SocSpread; now: number }) {
  const { t } = useTranslation("dashboard");
  const { belowReserve, counted, of, at, everyS } = spread;
  return (
    <KpiCard
      label={t("reserve.title")}
      unit="count"
      now={now}
      at={at}
      everyS={everyS}
      value={counted > 0 ? belowReserve : undefined}
      note={counted < of ? t("counted", { counted, of }) : t("reserve.each")}
      action={
        belowReserve > 0 && (
          <Link className={styles.link} to="/containers" search={{ sort: "soc", reversed: true }}>
            {t("reserve.show")}
          </Link>
        )
      }
    />
  );
}
