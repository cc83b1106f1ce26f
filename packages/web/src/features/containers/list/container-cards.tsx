import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import { ContainerCard } from "../../../domain/containers/container-card.tsx";
import { FavoriteStar } from "../../../domain/favorites/favorite-star.tsx";
import { useRowWindow } from "../../../ui/use-row-window.ts";
import tableStyles from "../containers.table.module.css";
import styles from "./container-cards.module.css";
import type { RowAct } from "./container-row.tsx";

export interface ContainerCardsProps {
  containers: readonly ContainerRow[];
  /** Changes with which cards stand there and in which order, not with their values. */
  listKey: string;
  now: number;
  selected: ReadonlySet<string>;
  onAct: RowAct;
}

/** Containers as cards, where a table has no room. */
export function ContainerCards({ containers, listKey, now, selected, onAct }: ContainerCardsProps) {
  const { t } = useTranslation("containers");
  const { frameRef, first, last, abovePx, belowPx } = useRowWindow<HTMLUListElement>({
    count: containers.length,
    estimatePx: 232,
    // Of one column to three.
    rowsPerGroup: 6,
    listKey,
  });
  return (
    <>
      <h2 className="visually-hidden">{t("list")}</h2>
      <ul className={styles.cards} ref={frameRef}>
        <Room heightPx={abovePx} />
        {containers.slice(first, last).map((container, index) => (
          <ListCard
            key={container.containerId}
            container={container}
            now={now}
            place={first + index}
            count={containers.length}
            isSelected={selected.has(container.containerId)}
            onAct={onAct}
          />
        ))}
        <Room heightPx={belowPx} />
      </ul>
    </>
  );
}

interface ListCardProps extends Pick<ContainerCardsProps, "now" | "onAct"> {
  container: ContainerRow;
  /** Place in the whole list, from 0. */
  place: number;
  count: number;
  isSelected: boolean;
}

/** Those that stay are not drawn again when others are scrolled to. */
const ListCard = memo(function ListCard({ container, now, place, count, isSelected, onAct }: ListCardProps) {
  const { t } = useTranslation("containers");
  return (
    <li data-row={place} aria-posinset={place + 1} aria-setsize={count}>
      <ContainerCard
        container={container}
        now={now}
        action={
          <span className="og-row og-tight og-inline og-fixed">
            <input
              type="checkbox"
              className={tableStyles.check}
              aria-label={t("select.one", { name: container.name })}
              checked={isSelected}
              onChange={() => onAct("select", container.containerId)}
            />
            <FavoriteStar
              name={container.name}
              isFavorite={container.favorite}
              onToggle={() => onAct("favorite", container.containerId)}
            />
          </span>
        }
      />
    </li>
  );
});

/** Stands for the cards that are not drawn. */
function Room({ heightPx }: { heightPx: number }) {
  return heightPx === 0 ? null : <li aria-hidden style={{ gridColumn: "1 / -1", height: heightPx }} />;
}
