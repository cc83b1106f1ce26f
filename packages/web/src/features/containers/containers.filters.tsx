import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./containers.filters.module.css";
import type { ContainersSearch } from "./containers.route.ts";
import { type SiteSort, type SiteState, siteSorts, siteStates } from "./list-choices.ts";

export interface ContainerFiltersProps {
  search: ContainersSearch;
  /** What each filter would leave of the containers found. */
  counts: Record<SiteState, number>;
  total: number;
  /** True where no column headers offer the order. */
  withSort: boolean;
  onChange: (search: ContainersSearch) => void;
}

/** Search by name or id, filter by state, and order. */
export function ContainerFilters({ search, counts, total, withSort, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const { search: _text, status: _status, ...order } = search;
  const choose = (status: SiteState | undefined) =>
    onChange({ ...order, ...(search.search ? { search: search.search } : {}), ...(status ? { status } : {}) });
  const find = (text: string) =>
    onChange({
      ...order,
      ...(text === "" ? {} : { search: text }),
      ...(search.status ? { status: search.status } : {}),
    });
  const sortBy = (sort: SiteSort) => {
    const { sort: _sort, reversed: _reversed, ...rest } = search;
    onChange(sort === "state" ? rest : { ...rest, sort });
  };

  return (
    <div className={styles.bar}>
      <SearchField label={t("search")} clearLabel={t("clearSearch")} text={search.search ?? ""} onText={find} />
      <fieldset className={styles.chips} aria-label={t("filter")}>
        <button type="button" className={styles.chip} aria-pressed={!search.status} onClick={() => choose(undefined)}>
          {t("all")} <span className={styles.count}>{formatCount(total, locale)}</span>
        </button>
        {siteStates.map((state) => (
          <button
            key={state}
            type="button"
            className={styles.chip}
            aria-pressed={search.status === state}
            onClick={() => choose(search.status === state ? undefined : state)}
          >
            <StatusMark state={state} /> <span className={styles.count}>{formatCount(counts[state], locale)}</span>
          </button>
        ))}
      </fieldset>
      {withSort && (
        <NativeSelect
          className={styles.sort}
          label={t("sort.label")}
          value={search.sort ?? "state"}
          data={siteSorts.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          onChange={(event) => sortBy(event.currentTarget.value as SiteSort)}
        />
      )}
    </div>
  );
}
