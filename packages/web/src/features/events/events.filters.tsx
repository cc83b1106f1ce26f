import { Button } from "@mantine/core";
import { eventLevels, historyDays } from "@offgrid/contract/notifications/notification-types";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { type EventsSearch, eventPeriods, eventScopes, eventSubjects } from "./events.search.ts";

interface Props {
  list: ListSearch<EventsSearch>;
  containers: readonly ContainerChoice[] | undefined;
}

/** Filters that an address may hold. */
const filters = ["show", "container", "about", "level", "period", "around"] as const;

/** What links from elsewhere hold. */
const ofLinks: ReadonlySet<string> = new Set(["show", "container", "around"] satisfies (typeof filters)[number][]);

/** Which events, of which container, about what, how grave, and since when. */
export function EventsFilters({ list, containers }: Props) {
  const { t } = useTranslation(["events", "container-facts"]);
  const { show, container, about, level } = list.search;
  const count = filters.filter((name) => list.search[name] !== undefined).length;
  return (
    <ListFilters widthPx={144}>
      {/* Links lead to all that happened, and to what happened around something: nobody set a filter there. */}
      <FoldedFilters
        count={count}
        isOpen={filters.some((name) => !ofLinks.has(name) && list.search[name] !== undefined)}
      >
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
        <PeriodSelect list={list} />
      </FoldedFilters>
      {count > 0 && (
        <Button variant="subtle" onClick={() => list.change({})}>
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}

/** A period, or the time around something that a link leads to. */
function PeriodSelect({ list }: Pick<Props, "list">) {
  const { t } = useTranslation("events");
  const locale = useLocale();
  const { period, around, page: _page, ...others } = list.search;
  const isOfAll = others.show === "all" && others.container === undefined;
  const options = eventPeriods.map((value) => ({ value, label: t(`periods.${value}`) }));
  const at = around !== undefined && formatTime(around, "weekdayTime", browserZone, locale);
  return (
    <FilterSelect
      label={t("period")}
      value={around === undefined ? period : "around"}
      any={isOfAll ? t("periods.last", { days: historyDays }) : t("anyOf")}
      options={at ? [{ value: "around", label: t("periods.around", { at }) }, ...options] : options}
      onChoose={(value) => {
        const next = eventPeriods.find((one) => one === value);
        list.change(next === undefined ? others : { ...others, period: next });
      }}
    />
  );
}
