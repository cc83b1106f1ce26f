import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { SearchField } from "../../ui/search-field.tsx";
import type { FleetCounts } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../domain/energy-state/energy-mark.tsx";
import { energyGroups } from "../../domain/energy-state/energy-rank.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./containers.filters.module.css";
import { FacetSheet } from "./list/facet-sheet.tsx";
import { type EnergyFilter, type ListQuery, stateFilters } from "./list-choices.ts";
import type { Facets } from "./arrange.ts";

export interface ContainerFiltersProps {
  query: ListQuery;
  /** What each state would leave of the containers found. */
  counts: FleetCounts;
  total: number;
  facets: Facets;
  phone: boolean;
  /** What can be done with the list, at the end of the row of the search. */
  tools: ReactNode;
  onChange: (query: ListQuery) => void;
}

/** Search by name or id, filters by what the containers have, with the order, and by state: one row, of which the states scroll. */
export function ContainerFilters({ query, counts, total, facets, phone, tools, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const { search, status, energy } = query;
  const change = (next: { [Name in "search" | "status" | "energy"]?: ListQuery[Name] | undefined }) => {
    const changed = { ...query, ...next };
    if (!changed.search) delete changed.search;
    if (changed.status === undefined) delete changed.status;
    if (changed.energy === undefined) delete changed.energy;
    onChange(changed as ListQuery);
  };

  // As of energy: what nobody is in is not offered, but the one that is chosen can be left.
  const offeredStates = stateFilters.filter((state) => state === "online" || state === status || counts[state] > 0);
  return (
    <div className={styles.toolbar}>
      <div className={`og-no-print ${styles.search}`}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          text={search ?? ""}
          onText={(text) => change({ search: text })}
        />
      </div>
      <div className={`og-no-print ${styles.signs}`}>
        <FacetSheet query={query} facets={facets} phone={phone} onChange={onChange} />
      </div>
      <div className={styles.states}>
        <EnergyChips energy={energy} counts={counts} onChange={(level) => change({ energy: level })} />
        <fieldset className={styles.chips} aria-label={t("filter")}>
          <button
            type="button"
            className={styles.chip}
            aria-pressed={!status && !energy}
            onClick={() => change({ status: undefined, energy: undefined })}
          >
            {t("all")} <span className={styles.count}>{formatCount(total, locale)}</span>
          </button>
          {offeredStates.map((state) => (
            <button
              key={state}
              type="button"
              className={styles.chip}
              aria-pressed={status === state}
              onClick={() => change({ status: status === state ? undefined : state })}
            >
              <StatusMark state={state} /> <span className={styles.count}>{formatCount(counts[state], locale)}</span>
            </button>
          ))}
        </fieldset>
      </div>
      <div className={`og-no-print ${styles.signs}`}>{tools}</div>
    </div>
  );
}

interface EnergyChipsProps extends Pick<ContainerFiltersProps, "counts"> {
  energy: EnergyFilter | undefined;
  onChange: (energy: EnergyFilter | undefined) => void;
}

/** States of energy, which together are the list; those that nobody is in are not offered, but a chosen one can be left. */
function EnergyChips({ energy, counts, onChange }: EnergyChipsProps) {
  const { t } = useTranslation("containers");
  const locale = useLocale();
  const offered = energyGroups.filter((group) => group === energy || counts[group] > 0);
  // An address may name a state that is counted among others here.
  const levels: EnergyFilter[] =
    energy === undefined || offered.some((group) => group === energy) ? offered : [...offered, energy];
  // An empty one would push the next aside.
  if (levels.length === 0) return null;
  return (
    <fieldset className={styles.chips} aria-label={t("filterEnergy")}>
      {levels.map((level) => (
        <button
          key={level}
          type="button"
          className={styles.chip}
          aria-pressed={energy === level}
          onClick={() => onChange(energy === level ? undefined : level)}
        >
          <EnergyMark level={level} count={counts[level]} />{" "}
          <span className={styles.count}>{formatCount(counts[level], locale)}</span>
        </button>
      ))}
    </fieldset>
  );
}
