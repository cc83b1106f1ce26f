import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { IconClock, IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantity } from "../../core/format.ts";
import { formatAge } from "../../core/time.ts";
import { ageMs } from "../../ui/freshness.ts";
import { SocBar } from "../container/soc-bar.tsx";
import { StatusMark } from "./status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./container-card.module.css";
import { atMs, batteryState, isStale } from "./container-facts.ts";

export interface ContainerCardProps {
  container: ContainerRow;
  /** The present, epoch milliseconds, from the tick. */
  now: number;
  /** What can be done with it, in the place of the mark of a favourite; above the card's link by itself. */
  action?: ReactNode;
}

/** A container at a glance; the whole card is one link to its page. Place it in a list under a second-level heading. */
export function ContainerCard({ container, now, action }: ContainerCardProps) {
  const { t } = useTranslation("container-facts");
  const locale = useLocale();
  const stale = isStale(container, now);
  const at = atMs(container.valuesAt);
  return (
    <article className={styles.card} data-watch={container.containerId}>
      <div className="og-ends og-top">
        <h3 className={styles.name}>
          <Link className="og-cover-link" to="/containers/$slug" params={{ slug: container.containerId }}>
            {container.name}
          </Link>
        </h3>
        {action ??
          (container.favorite && <IconStarFilled className={styles.star} size={16} aria-label={t("favorite")} />)}
      </div>
      <div className={styles.marks}>
        <StatusMark state={container.status} />
        {container.warnings > 0 && <StatusMark state="warning" />}
        <span className={styles.age}>
          {stale && at !== undefined && <IconClock size={14} aria-hidden />}
          {at === undefined ? t("noValues") : formatAge(ageMs(at, now), locale)}
        </span>
      </div>
      <SocBar
        percent={container.soc}
        state={batteryState(container, stale)}
        reservePercent={container.reserveSoc}
        label={t("soc", { name: container.name })}
      />
      <dl className={styles.figures} data-stale={stale || undefined}>
        <div>
          <dt>{t("solar")}</dt>
          <dd>
            <Figure watt={container.solarPower} />
          </dd>
        </div>
        <div>
          <dt>{t("load")}</dt>
          <dd>
            <Figure watt={container.loadPower} />
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
