import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { IconClock, IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantity } from "../../core/format.ts";
import { formatAge } from "../../core/time.ts";
import { ageMs } from "../freshness.ts";
import { SocBar } from "../soc-bar.tsx";
import { StatusMark } from "../status-mark.tsx";
import { useLocale } from "../use-locale.ts";
import styles from "./container-card.module.css";
import { atMs, batteryState, isStale } from "./site-facts.ts";

export interface ContainerCardProps {
  site: SiteRow;
  /** The present, epoch milliseconds, from the tick. */
  now: number;
  /** What can be done with it, in the place of the mark of a favourite; above the card's link by itself. */
  action?: ReactNode;
}

/** A container at a glance; the whole card is one link to its page. Place it in a list under a second-level heading. */
export function ContainerCard({ site, now, action }: ContainerCardProps) {
  const { t } = useTranslation("site");
  const locale = useLocale();
  const stale = isStale(site, now);
  const at = atMs(site.valuesAt);
  return (
    <article className={styles.card} data-watch={site.containerId}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Link className={styles.link} to="/containers/$slug" params={{ slug: site.containerId }}>
            {site.name}
          </Link>
        </h3>
        {action ?? (site.favorite && <IconStarFilled className={styles.star} size={16} aria-label={t("favorite")} />)}
      </div>
      <div className={styles.marks}>
        <StatusMark state={site.status} />
        {site.warnings > 0 && <StatusMark state="warning" />}
        <span className={styles.age}>
          {stale && at !== undefined && <IconClock size={14} aria-hidden />}
          {at === undefined ? t("noValues") : formatAge(ageMs(at, now), locale)}
        </span>
      </div>
      <SocBar
        percent={site.soc}
        state={batteryState(site, stale)}
        reservePercent={site.reserveSoc}
        label={t("soc", { name: site.name })}
      />
      <dl className={styles.figures} data-stale={stale || undefined}>
        <div>
          <dt>{t("solar")}</dt>
          <dd>
            <Figure watt={site.solarPower} />
          </dd>
        </div>
        <div>
          <dt>{t("load")}</dt>
          <dd>
            <Figure watt={site.loadPower} />
          </dd>
        </div>
      </dl>
    </article>
  );
}

/** Without an age of its own: the head of the card says it once for all. */
function Figure({ watt }: { watt: number | null }) {
  const quantity = formatQuantity(watt, "W", useLocale());
  return (
    <>
      {quantity.number} <span className={styles.unit}>{quantity.unit}</span>
    </>
  );
}
