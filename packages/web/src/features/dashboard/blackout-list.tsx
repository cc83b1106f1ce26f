import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { IconBoltOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./attention-list.module.css";
import type { Blackouts } from "./blackouts.ts";

const shownLines = 6;

/** Containers that will cut their loads within a day, soonest first, each with its local time. */
export function BlackoutList({ blackouts }: { blackouts: Blackouts }) {
  const { t } = useTranslation("dashboard");
  const { soon, forecast, of } = blackouts;
  return (
    <>
      {soon.length === 0 ? (
        <p className={styles.quiet}>{t(forecast === 0 ? "blackout.noForecast" : "blackout.none")}</p>
      ) : (
        <ul className={styles.list}>
          {soon.slice(0, shownLines).map((container) => (
            <BlackoutLine key={container.containerId} container={container} />
          ))}
        </ul>
      )}
      {soon.length > shownLines && (
        <p className={styles.quiet}>{t("attention.more", { count: soon.length - shownLines })}</p>
      )}
      {forecast > 0 && forecast < of && (
        <p className={styles.quiet}>{t("blackout.counted", { counted: forecast, of })}</p>
      )}
    </>
  );
}

function BlackoutLine({ container }: { container: ContainerRow }) {
  const { t } = useTranslation("dashboard");
  const locale = useLocale();
  const { state, likely, hours } = container.blackout ?? {};
  return (
    <li className={styles.line}>
      <span className={styles.mark}>
        <IconBoltOff size={18} className={styles.off} aria-hidden />
      </span>
      <span className="og-words">
        <Link className={styles.link} to="/containers/$slug" params={{ slug: container.containerId }}>
          {container.name}
        </Link>
        <span className="og-note">
          {likely && typeof hours === "number" && hours > 0
            ? t(state === "dip" ? "blackout.dip" : "blackout.at", {
                time: formatTime(Date.parse(likely), "time", container.zoneName, locale),
                hours: formatCount(Math.max(1, Math.round(hours)), locale),
              })
            : t("blackout.now")}
        </span>
      </span>
    </li>
  );
}
