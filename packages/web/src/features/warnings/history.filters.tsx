import { Button } from "@mantine/core";
import { warningSeverities } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { type HistorySearch, showsIncidents, warningPeriods, warningStates } from "./warnings.search.ts";

interface Props {
  list: ListSearch<HistorySearch>;
  containers: readonly ContainerChoice[] | undefined;
  /** Those to choose from; with none there is nothing to choose. */
  clusters: readonly { id: string; name: string }[];
}

/** Filters that an address may hold, beside the search. */
const filters = ["container", "cluster", "state", "severity", "period", "rule"] as const;

/** Search, container, cluster, state, severity and period; in a narrow window most are behind a button. */
export function HistoryFilters({ list, containers, clusters }: Props) {
  const { t } = useTranslation(["warning-history", "container-facts"]);
  const { search = "" } = list.search;
  const count = filters.filter((name) => list.search[name] !== undefined).length;
  const isIncidents = showsIncidents(list.search);
  return (
    <ListFilters widthPx={160}>
      {!isIncidents && (
        <SearchField
          label={t("search")}
          clearLabel={t("searchClear")}
          text={search}
          onText={(text) => list.put("search", text)}
        />
      )}
      <ChosenFilters {...{ list, containers, clusters, count }} />
      {count > 0 && (
        <Button variant="subtle" onClick={() => list.change(isIncidents ? {} : { view: "warnings" })}>
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}

function ChosenFilters({ list, containers, clusters, count }: Props & { count: number }) {
  const { t } = useTranslation(["warning-history", "container-facts"]);
  const { container, cluster, state, severity, period } = list.search;
  return (
    <FoldedFilters count={count}>
      <ContainerSelect
        label={t("container")}
        containers={containers}
        value={container}
        onChange={(id) => list.put("container", id ?? "")}
      />
      {clusters.length > 0 && (
        <FilterSelect
          label={t("cluster")}
          value={cluster}
          any={t("anyOne")}
          options={clusters.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(value) => list.put("cluster", value)}
        />
      )}
      <FilterSelect
        label={t("state")}
        value={state}
        any={t("anyOne")}
        options={warningStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChoose={(value) => list.put("state", value)}
      />
      <FilterSelect
        label={t("severity")}
        value={severity}
        any={t("any")}
        options={warningSeverities.map((value) => ({ value, label: t(`container-facts:status.${value}`) }))}
        onChoose={(value) => list.put("severity", value)}
      />
      {!showsIncidents(list.search) && (
        <FilterSelect
          label={t("period")}
          value={period}
          any={t("any")}
          options={warningPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
          onChoose={(value) => list.put("period", value)}
        />
      )}
    </FoldedFilters>
  );
}
