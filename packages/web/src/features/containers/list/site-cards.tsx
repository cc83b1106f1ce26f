import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { useTranslation } from "react-i18next";

import { ContainerCard } from "../../../ui/container/container-card.tsx";
import { FavoriteStar } from "../../../ui/favorite-star.tsx";
import { useRowWindow } from "../../../ui/use-row-window.ts";
import tableStyles from "../containers.table.module.css";
import styles from "./site-cards.module.css";
import type { RowAct } from "./site-row.tsx";

export interface SiteCardsProps {
  sites: readonly SiteRow[];
  /** Changes with which cards stand there and in which order, not with their values. */
  listKey: string;
  now: number;
  selected: ReadonlySet<string>;
  onAct: RowAct;
}

/** Containers as cards, where a table has no room. */
export function SiteCards({ sites, listKey, now, selected, onAct }: SiteCardsProps) {
  const { t } = useTranslation(["containers", "container-list"]);
  const { frameRef, first, last, abovePx, belowPx } = useRowWindow<HTMLUListElement>({
    count: sites.length,
    estimatePx: 232,
    // Of one column to four.
    rowsPerGroup: 12,
    listKey,
  });
  return (
    <>
      <h2 className="visually-hidden">{t("list")}</h2>
      <ul className={styles.cards} ref={frameRef}>
        <Room heightPx={abovePx} />
        {sites.slice(first, last).map((site, index) => (
          <li
            key={site.containerId}
            data-row={first + index}
            aria-posinset={first + index + 1}
            aria-setsize={sites.length}
          >
            <ContainerCard
              site={site}
              now={now}
              action={
                <span className={styles.actions}>
                  <input
                    type="checkbox"
                    className={tableStyles.check}
                    aria-label={t("container-list:select.one", { name: site.name })}
                    checked={selected.has(site.containerId)}
                    onChange={() => onAct("select", site.containerId)}
                  />
                  <FavoriteStar
                    name={site.name}
                    isFavorite={site.favorite}
                    onToggle={() => onAct("favorite", site.containerId)}
                  />
                </span>
              }
            />
          </li>
        ))}
        <Room heightPx={belowPx} />
      </ul>
    </>
  );
}

/** Stands for the cards that are not drawn. */
function Room({ heightPx }: { heightPx: number }) {
  return heightPx === 0 ? null : <li aria-hidden className={styles.room} style={{ height: heightPx }} />;
}
