import { Button, NativeSelect } from "@mantine/core";
import { eventLevels, historyDays } from "@offgrid/contract/notifications/notification-types";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
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
  const any = { value: "", label: t("any") };
  const isOfAll = show === "all" && container === undefined;
  return (
    <ListFilters widthPx={160}>
      <FoldedFilters count={count}>
        <NativeSelect
          label={t("show")}
          value={show ?? ""}
          data={[
            { value: "", label: t("scopes.notified") },
            ...eventScopes.map((value) => ({ value, label: t(`scopes.${value}`) })),
          ]}
          onChange={(event) => list.put("show", event.currentTarget.value)}
        />
        <ContainerSelect
          label={t("container")}
          containers={containers}
          value={container}
          onChange={(id) => list.put("container", id ?? "")}
        />
        <NativeSelect
          label={t("about")}
          value={about ?? ""}
          data={[any, ...eventSubjects.map((value) => ({ value, label: t(`subjects.${value}`) }))]}
          onChange={(event) => list.put("about", event.currentTarget.value)}
        />
        <NativeSelect
          label={t("level")}
          value={level ?? ""}
          data={[any, ...eventLevels.map((value) => ({ value, label: t(`container-facts:status.${value}`) }))]}
          onChange={(event) => list.put("level", event.currentTarget.value)}
        />
        <NativeSelect
          label={t("period")}
          value={period ?? ""}
          data={[
            isOfAll ? { value: "", label: t("periods.last", { days: historyDays }) } : any,
            ...eventPeriods.map((value) => ({ value, label: t(`periods.${value}`) })),
          ]}
          onChange={(event) => list.put("period", event.currentTarget.value)}
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
