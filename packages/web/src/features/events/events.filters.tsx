import { Button } from "@mantine/core";
import { eventLevels, historyDays } from "@offgrid/contract/notifications/notification-types";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { type EventsSearch, eventPeriods, eventScopes, eventSubjects } from "./events.search.ts";

interface Props {
  list: ListSearch<EventsSearch>;
  containers: readonly ContainerChoice[] | undefined;
}

/** Filters that an address may hold. */
const filters = ["show", "container", "about", "level", "period"] as const;

/** Which events, of which container, about what, how grave, and since when. */
export function EventsFilters({ list, containers }: Props) {
  const { t } = useTranslation(["events", "container-facts"]);
  const { show, container, about, level, period } = list.search;
  const count = filters.filter((name) => list.search[name] !== undefined).length;
  const isOfAll = show === "all" && container === undefined;
  return (
    <ListFilters widthPx={176}>
      <FoldedFilters count={count}>
        <FilterSelect
          label={t("show")}
          value={show}
          any={t("scopes.notified")}
          options={eventScopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
          onChoose={(value) => list.put("show", value)}
        />
        <ContainerSelect
          label={t("container")}
          containers={containers}
          value={container}
          onChange={(id) => list.put("container", id ?? "")}
        />
        <FilterSelect
          label={t("about")}
          value={about}
          any={t("any")}
          options={eventSubjects.map((value) => ({ value, label: t(`subjects.${value}`) }))}
          onChoose={(value) => list.put("about", value)}
        />
        <FilterSelect
          label={t("level")}
          value={level}
          any={t("anyOf")}
          options={eventLevels.map((value) => ({ value, label: t(`container-facts:status.${value}`) }))}
          onChoose={(value) => list.put("level", value)}
        />
        <FilterSelect
          label={t("period")}
          value={period}
          any={isOfAll ? t("periods.last", { days: historyDays }) : t("anyOf")}
          options={eventPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
          onChoose={(value) => list.put("period", value)}
        />
      </FoldedFilters>
      {count > 0 && (
        <Button variant="subtle" onClick={() => list.change({})}>
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}
