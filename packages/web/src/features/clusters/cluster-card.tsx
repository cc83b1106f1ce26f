import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { ActionIcon, Button } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { isNeverSeen } from "../../domain/containers/container-facts.ts";
import { RowFigure } from "../../domain/containers/row-figure.tsx";
import { useKnownMs } from "../../domain/containers/containers.data.tsx";
import { WarnedMark } from "../../domain/containers/warned-mark.tsx";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { RowEnergy } from "../../domain/containers/row-energy.tsx";
import { ClusterFigures } from "./cluster-figures.tsx";
import type { ClusterRows } from "./cluster-groups.ts";
import styles from "./clusters.module.css";

export interface ClusterCardProps {
  group: ClusterRows;
  isOpen: boolean;
  onToggle: () => void;
  /** Absent: the person may not. */
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  pointedId: string | undefined;
  onPoint: (containerId: string) => void;
  now: number;
}

/** A cluster with its figures, and where it is open its containers. */
export function ClusterCard({
  group: { cluster, containers },
  isOpen,
  onToggle,
  onEdit,
  onDelete,
  pointedId,
  onPoint,
  now,
}: ClusterCardProps) {
  const { t } = useTranslation("clusters");
  return (
    <section
      className={`og-card og-stack og-mid ${styles.cluster}`}
      aria-label={cluster.name}
      data-open={isOpen || undefined}
    >
      <div className="og-head og-fine og-baseline">
        <h3 className="og-title og-anywhere og-least">{cluster.name}</h3>
        <span className="og-note">{t("containers", { count: containers.length })}</span>
      </div>
      <ClusterFigures containers={containers} now={useKnownMs(now)} />
      <div className="og-wrap">
        <Button variant="default" size="compact-md" aria-expanded={isOpen} onClick={onToggle}>
          {t(isOpen ? "hide" : "show")}
        </Button>
        {onEdit && (
          <Button variant="default" size="compact-md" onClick={onEdit}>
            {t("edit")}
          </Button>
        )}
        {onDelete && (
          <Button variant="subtle" color="red" size="compact-md" onClick={onDelete}>
            {t("delete")}
          </Button>
        )}
      </div>
      {isOpen && <ContainerLines containers={containers} pointedId={pointedId} onPoint={onPoint} now={now} />}
    </section>
  );
}

const linesAtOnce = 50;
/** As in the style sheet: in a narrower window the list stands below the map, which would be scrolled away. */
export const besideMap = "(min-width: 1100px)";

export interface ContainerLinesProps {
  containers: readonly ContainerRow[];
  /** The one that the map points at; beside the map it is scrolled into view. */
  pointedId: string | undefined;
  onPoint: (containerId: string) => void;
  now: number;
}

/** Containers in their order, each with its state in words, its charge, and a way to find it on the map. */
export function ContainerLines({ containers, pointedId, onPoint, now }: ContainerLinesProps) {
  const { t } = useTranslation("clusters");
  const [limit, setLimit] = useState(linesAtOnce);
  const pointed = useRef<HTMLLIElement>(null);
  const pointedAt = containers.findIndex((container) => container.containerId === pointedId);
  useEffect(() => {
    if (pointedAt !== -1 && matchMedia(besideMap).matches) pointed.current?.scrollIntoView({ block: "nearest" });
  }, [pointedAt]);
  return (
    <>
      <ul className="og-plain-list">
        {containers.slice(0, Math.max(limit, pointedAt + 1)).map((container) => (
          <li
            key={container.containerId}
            ref={container.containerId === pointedId ? pointed : undefined}
            className={styles.line}
            aria-current={container.containerId === pointedId ? "true" : undefined}
          >
            <span className="og-words og-rest">
              <Link className="og-anywhere og-link" to="/containers/$slug" params={{ slug: container.containerId }}>
                {container.name}
              </Link>
              <StateWords container={container} now={now} />
            </span>
            <RowFigure container={container} field="soc" unit="percent" now={now} stacked aged />
            <ActionIcon
              variant="subtle"
              size={32}
              disabled={container.location === null}
              aria-label={t(container.location === null ? "noPlace" : "point", { name: container.name })}
              onClick={() => onPoint(container.containerId)}
            >
              <IconMapPin size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {containers.length > limit && (
        <Button variant="default" size="compact-md" onClick={() => setLimit(limit + linesAtOnce)}>
          {t("more", { count: containers.length - limit })}
        </Button>
      )}
    </>
  );
}

/** Its energy in the words of every list, its link where that is not well, and whether a warning is open. */
function StateWords({ container, now }: { container: ContainerRow; now: number }) {
  const { status } = container;
  return (
    <span className="og-wrap og-small">
      <RowEnergy container={container} now={now} />
      {status !== "online" && !isNeverSeen(container) && <StatusMark state={status} />}
      <WarnedMark of={container} />
    </span>
  );
}
