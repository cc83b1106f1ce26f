import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ContainerCard } from "../../ui/container/container-card.tsx";
import styles from "./dashboard.module.css";

export interface ContainerGridProps {
  /** In their order. */
  sites: readonly SiteRow[];
  /** So many are drawn. */
  limit: number;
  onMore: () => void;
  /** For the list around the cards. */
  frameRef: (frame: HTMLUListElement | null) => void;
  now: number;
  /** What stands in the corner of a card, such as its star. */
  corner?: (site: SiteRow) => ReactNode;
}

/** The containers as cards; of many the first, and the others when asked for. */
export function ContainerGrid({ sites, limit, onMore, frameRef, now, corner }: ContainerGridProps) {
  const { t } = useTranslation("dashboard");
  return (
    <section aria-labelledby="fleet-containers">
      <div className={styles.titleLine}>
        <h2 className={styles.title} id="fleet-containers">
          {t("containers")}
        </h2>
        <Link className={styles.all} to="/containers">
          {t("allContainers")}
        </Link>
      </div>
      <ul className={styles.grid} ref={frameRef}>
        {sites.slice(0, limit).map((site) => (
          <li key={site.containerId}>
            <ContainerCard site={site} now={now} action={corner?.(site)} />
          </li>
        ))}
      </ul>
      {sites.length > limit && (
        <Button className={styles.more} variant="default" onClick={onMore}>
          {t("more", { count: sites.length - limit })}
        </Button>
      )}
    </section>
  );
}
