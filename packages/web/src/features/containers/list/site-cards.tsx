import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { memo } from "react";
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
  const { t } = useTranslation("containers");
  const { frameRef, first, last, abovePx, belowPx } = useRowWindow<HTMLUListElement>({
    count: sites.length,
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
        {sites.slice(first, last).map((site, index) => (
          <SiteCard
            key={site.containerId}
            site={site}
            now={now}
            place={first + index}
            count={sites.length}
            isSelected={selected.has(site.containerId)}
            onAct={onAct}
          />
        ))}
        <Room heightPx={belowPx} />
      </ul>
    </>
  );
}

interface SiteCardProps extends Pick<SiteCardsProps, "now" | "onAct"> {
  site: SiteRow;
  /** Place in the whole list, from 0. */
  place: number;
  count: number;
  isSelected: boolean;
}

/** Those that stay are not drawn again when others are scrolled to. */
const SiteCard = memo(function SiteCard({ site, now, place, count, isSelected, onAct }: SiteCardProps) {
  const { t } = useTranslation("container-list");
  return (
    <li data-row={place} aria-posinset={place + 1} aria-setsize={count}>
      <ContainerCard
        site={site}
        now={now}
        action={
          <span className={styles.actions}>
            <input
              type="checkbox"
              className={tableStyles.check}
              aria-label={t("select.one", { name: site.name })}
              checked={isSelected}
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
  );
});

/** Stands for the cards that are not drawn. */
function Room({ heightPx }: { heightPx: number }) {
  return heightPx === 0 ? null : <li aria-hidden className={styles.room} style={{ height: heightPx }} />;
}
