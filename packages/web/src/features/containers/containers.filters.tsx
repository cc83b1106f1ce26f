import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { SearchField } from "../../ui/search-field.tsx";
import type { FleetCounts } from "../../domain/containers/fleet-facts.ts";
import { StatusMark } from "../../domain/containers/status-mark.tsx";
import { EnergyMark } from "../../domain/energy-state/energy-mark.tsx";
import { isBad } from "../../domain/energy-state/energy-rank.ts";
import { useLocale } from "../../ui/use-locale.ts";
import styles from "./containers.filters.module.css";
import { FacetSheet } from "./list/facet-sheet.tsx";
import { type ListQuery, type StateFilter, stateFilters } from "./list-choices.ts";
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

/** Search by name or id, filters by what the containers have, with the order, in one row; below it the states that they are in. */
export function ContainerFilters({ query, counts, total, facets, phone, tools, onChange }: ContainerFiltersProps) {
  const { t } = useTranslation("containers");
  const change = (next: { [Name in "search" | "status" | "energy"]?: ListQuery[Name] | undefined }) => {
    const changed = { ...query, ...next };
    if (!changed.search) delete changed.search;
    if (changed.status === undefined) delete changed.status;
    if (changed.energy === undefined) delete changed.energy;
    onChange(changed as ListQuery);
  };
  return (
    <div className={styles.toolbar}>
      <div className={`og-no-print ${styles.search}`}>
        <SearchField
          label={t("search")}
          clearLabel={t("clearSearch")}
          text={query.search ?? ""}
          onText={(text) => change({ search: text })}
        />
      </div>
      <div className={`og-no-print ${styles.signs}`}>
        <FacetSheet query={query} facets={facets} phone={phone} onChange={onChange} />
        {tools}
      </div>
      <StateChips {...{ query, counts, total }} onChange={change} />
    </div>
  );
}

interface StateChipsProps extends Pick<ContainerFiltersProps, "query" | "counts" | "total"> {
  onChange: (next: { status?: StateFilter | undefined; energy?: EnergyLevel | undefined }) => void;
}

/**
 * States that containers are in: those that call for someone stand in sight, the others behind one button. What nobody is in
 * is not offered, but one that is chosen can be left.
 */
function StateChips({ query: { status, energy }, counts, total, onChange }: StateChipsProps) {
  const { t } = useTranslation("containers");
  const [isOpen, setOpen] = useState(false);
  const levels = energyLevels.filter((level) => level === energy || counts[level] > 0);
  const states = stateFilters.filter((state) => state === status || counts[state] > 0);
  const isBehind = (one: EnergyLevel | StateFilter) =>
    one !== energy &&
    one !== status &&
    (one === "online" || energyLevels.some((level) => level === one && !isBad(level)));
  const behind = [...levels, ...states].filter(isBehind).length;
  const shown = <Name extends EnergyLevel | StateFilter>(all: Name[]) => all.filter((one) => isOpen || !isBehind(one));
  return (
    <div className={styles.states}>
      <Chip isOn={!status && !energy} count={total} onPress={() => onChange({ status: undefined, energy: undefined })}>
        {t("all")}
      </Chip>
      <Chips
        label={t("filterEnergy")}
        all={shown(levels)}
        chosen={energy}
        counts={counts}
        mark={(level) => <EnergyMark level={level} count={counts[level]} />}
        onChoose={(level) => onChange({ energy: level })}
      />
      <Chips
        label={t("filter")}
        all={shown(states)}
        chosen={status}
        counts={counts}
        mark={(state) => <StatusMark state={state} />}
        onChoose={(state) => onChange({ status: state })}
      />
      {behind > 0 && (
        <button
          type="button"
          className={`og-no-print ${styles.chip}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("fewerStates") : t("moreStates", { count: behind })}
        </button>
      )}
    </div>
  );
}

interface ChipsProps<Name extends keyof FleetCounts> {
  label: string;
  all: readonly Name[];
  chosen: Name | undefined;
  counts: FleetCounts;
  mark: (name: Name) => ReactNode;
  onChoose: (name: Name | undefined) => void;
}

/** States of one kind; the chosen one is left by pressing it again. Both kinds follow each other, line by line. */
function Chips<Name extends keyof FleetCounts>({ label, all, chosen, counts, mark, onChoose }: ChipsProps<Name>) {
  return (
    <fieldset style={{ display: "contents" }} aria-label={label}>
      {all.map((name) => (
        <Chip
          key={name}
          isOn={name === chosen}
          count={counts[name]}
          onPress={() => onChoose(name === chosen ? undefined : name)}
        >
          {mark(name)}
        </Chip>
      ))}
    </fieldset>
  );
}

interface ChipProps {
  isOn: boolean;
  count: number;
  onPress: () => void;
  children: ReactNode;
}

function Chip({ isOn, count, onPress, children }: ChipProps) {
  const locale = useLocale();
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onPress}>
      {children} <span className={styles.count}>{formatCount(count, locale)}</span>
    </button>
  );
}
