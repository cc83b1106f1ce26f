import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { SearchField } from "../../ui/search-field.tsx";
import styles from "./containers.filters.module.css";
import { FacetSheet } from "./list/facet-sheet.tsx";
import { StateMenu } from "./list/later.tsx";
import type { ListQuery } from "./list-choices.ts";
import type { Facets } from "./arrange.ts";
import { AllCount, StateCount, type StatesProps, statesOf } from "./list/state-button.tsx";

export interface ContainerFiltersProps extends StatesProps {
  query: ListQuery;
  facets: Facets;
  phone: boolean;
  /** What can be done with the list, at the end of the row. */
  tools: ReactNode;
  onChange: (query: ListQuery) => void;
}

/** Search by name or id, the states that containers are in, filters by what they have, with the order: in one row. */
export function ContainerFilters({ query, counts, total, facets, phone, tools, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const search = (text: string) => {
    const { search: _before, ...others } = query;
    onChange(text === "" ? others : { ...others, search: text });
  };
  return (
    <div className={styles.toolbar}>
      <div className={`og-no-print ${styles.search}`}>
        <SearchField label={t("search")} clearLabel={t("clearSearch")} text={query.search ?? ""} onText={search} />
      </div>
      <StateMenu {...{ query, counts, total, onChange }} />
      <div className={`og-no-print ${styles.signs}`}>
        <FacetSheet query={query} facets={facets} phone={phone} onChange={onChange} />
        {tools}
      </div>
      <OnPaper {...{ query, counts, total }} />
    </div>
  );
}

/** How many are in which state: nobody can open the menu of a sheet. */
function OnPaper({ query, counts, total }: StatesProps) {
  const { energies, links } = statesOf({ query, counts });
  return (
    <p className={styles.paper}>
      <AllCount total={total} />
      {[...energies, ...links].map((state) => (
        <StateCount key={state} state={state} counts={counts} />
      ))}
    </p>
  );
}
