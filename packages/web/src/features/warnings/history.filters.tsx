import { Button, NativeSelect } from "@mantine/core";
import { warningSeverities } from "@offgrid/contract/warnings/warning-types";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { type HistorySearch, showsIncidents, warningPeriods, warningStates } from "./warnings.search.ts";

interface Props {
  list: ListSearch<HistorySearch>;
  containers: readonly ContainerChoice[] | undefined;
}

/** Filters that an address may hold, beside the search. */
const filters = ["container", "state", "severity", "period", "rule"] as const;

/** Search, container, state, severity and period; in a narrow window most are behind a button. */
export function HistoryFilters({ list, containers }: Props) {
  const { t } = useTranslation(["warning-history", "container-facts"]);
  const { search = "", container, state, severity, period } = list.search;
  const count = filters.filter((name) => list.search[name] !== undefined).length;
  const any = { value: "", label: t("any") };
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
      <FoldedFilters count={count}>
        <ContainerSelect
          label={t("container")}
          containers={containers}
          value={container}
          onChange={(id) => list.put("container", id ?? "")}
        />
        <NativeSelect
          label={t("state")}
          value={state ?? ""}
          data={[any, ...warningStates.map((value) => ({ value, label: t(`states.${value}`) }))]}
          onChange={(event) => list.put("state", event.currentTarget.value)}
        />
        <NativeSelect
          label={t("severity")}
          value={severity ?? ""}
          data={[any, ...warningSeverities.map((value) => ({ value, label: t(`container-facts:status.${value}`) }))]}
          onChange={(event) => list.put("severity", event.currentTarget.value)}
        />
        {!isIncidents && (
          <NativeSelect
            label={t("period")}
            value={period ?? ""}
            data={[any, ...warningPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))]}
            onChange={(event) => list.put("period", event.currentTarget.value)}
          />
        )}
      </FoldedFilters>
      {count > 0 && (
        <Button variant="subtle" onClick={() => list.change(isIncidents ? {} : { view: "warnings" })}>
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}
