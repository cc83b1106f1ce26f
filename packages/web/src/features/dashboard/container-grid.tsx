import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ContainerCard } from "../../domain/containers/container-card.tsx";
import styles from "./dashboard.module.css";

export interface ContainerGridProps {
  /** In their order. */
  containers: readonly ContainerRow[];
  /** So many are drawn. */
  limit: number;
  onMore: () => void;
  /** For the list around the cards. */
  frameRef: (frame: HTMLUListElement | null) => void;
  now: number;
  /** The content of a card's corner, such as its star. */
  corner?: (container: ContainerRow) => ReactNode;
}

/** The containers as cards; of many, the first, and the others on request. */
export function ContainerGrid({ containers, limit, onMore, frameRef, now, corner }: ContainerGridProps) {
  const { t } = useTranslation("dashboard");
  return (
    <section aria-labelledby="fleet-containers">
      <div className="og-head">
        <h2 className="og-title" id="fleet-containers">
          {t("containers")}
        </h2>
        <Link className="og-link og-line-24" to="/containers">
          {t("allContainers")}
        </Link>
      </div>
      <ul className={styles.grid} ref={frameRef}>
        {containers.slice(0, limit).map((container) => (
          <li key={container.containerId}>
            <ContainerCard container={container} now={now} action={corner?.(container)} isBrief />
          </li>
        ))}
      </ul>
      {containers.length > limit && (
        <Button mt={16} variant="default" onClick={onMore}>
          {t("more", { count: containers.length - limit })}
        </Button>
      )}
    </section>
  );
}
