import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./containers.filters.module.css";
import { FacetFields } from "./list/facet-fields.tsx";
import { FacetSheet } from "./list/facet-sheet.tsx";
import { type SiteState, type SiteWish, siteStates } from "./list-choices.ts";
import type { Facets } from "./site-list.ts";

export interface ContainerFiltersProps {
  wish: SiteWish;
  /** What each state would leave of the containers found. */
  counts: Record<SiteState, number>;
  total: number;
  facets: Facets;
  phone: boolean;
  onChange: (wish: SiteWish) => void;
}

/** Search by name or id, filters by state and by what the containers have; on a phone with the order. */
export function ContainerFilters({ wish, counts, total, facets, phone, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const { search, status, ...others } = wish;
  const change = (text: string | undefined, state: SiteState | undefined) =>
    onChange({ ...others, ...(text ? { search: text } : {}), ...(state ? { status: state } : {}) });

  return (
    <>
      <div className={styles.bar}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          text={search ?? ""}
          onText={(text) => change(text, status)}
        />
        <fieldset className={styles.chips} aria-label={t("filter")}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={!status}
            onClick={() => change(search, undefined)}
          >
            {t("all")} <span className={styles.count}>{formatCount(total, locale)}</span>
          </button>
          {siteStates.map((state) => (
            <button
              key={state}
              type="button"
              className={styles.chip}
              aria-pressed={status === state}
              onClick={() => change(search, status === state ? undefined : state)}
            >
              <StatusMark state={state} /> <span className={styles.count}>{formatCount(counts[state], locale)}</span>
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.facets}>
        {phone ? (
          <FacetSheet wish={wish} facets={facets} onChange={onChange} />
        ) : (
          <FacetFields wish={wish} facets={facets} onChange={onChange} />
        )}
      </div>
    </>
  );
}
