import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./containers.filters.module.css";
import { FacetFields } from "./list/facet-fields.tsx";
import { FacetSheet } from "./list/facet-sheet.tsx";
import { type StateFilter, type ListQuery, stateFilters } from "./list-choices.ts";
import type { Facets } from "./arrange.ts";

export interface ContainerFiltersProps {
  query: ListQuery;
  /** What each state would leave of the containers found. */
  counts: Record<StateFilter, number>;
  total: number;
  facets: Facets;
  phone: boolean;
  onChange: (query: ListQuery) => void;
}

/** Search by name or id, filters by state and by what the containers have; on a phone with the order. */
export function ContainerFilters({ query, counts, total, facets, phone, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const { search, status, ...others } = query;
  const change = (text: string | undefined, state: StateFilter | undefined) =>
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
          {stateFilters.map((state) => (
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
      <div className="og-line">
        {phone ? (
          <FacetSheet query={query} facets={facets} onChange={onChange} />
        ) : (
          <FacetFields query={query} facets={facets} onChange={onChange} />
        )}
      </div>
    </>
  );
}
