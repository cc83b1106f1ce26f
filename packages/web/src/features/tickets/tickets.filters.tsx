import { Button, Select } from "@mantine/core";
import {
  type TicketChoice,
  ticketCategories,
  ticketChoices,
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
  waitingFors,
} from "@offgrid/contract/tickets/ticket-types";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { filtersOf, sortOf, type TicketPerson, useMayHandle } from "./tickets.data.ts";
import type { TicketsSearch } from "./tickets.search.ts";

interface Props {
  list: ListSearch<TicketsSearch>;
  containers: readonly ContainerChoice[] | undefined;
  /** Who works on any. */
  agents: readonly TicketPerson[];
}

/** Search, choice, status, priority, category, what they wait for, container and agent; on a phone behind a button. */
export function TicketFilters({ list, containers, agents }: Props) {
  const { t } = useTranslation("tickets");
  const { search = "", view } = list.search;
  const count = Object.keys(filtersOf(list.search)).length;
  return (
    <ListFilters widthPx={150}>
      <SearchField
        label={t("search")}
        clearLabel={t("searchClear")}
        text={search}
        onText={(text) => list.put("search", text)}
      />
      <Select
        label={t("sort")}
        data={ticketSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        value={sortOf(list.search)}
        allowDeselect={false}
        onChange={(value) => list.put("sort", value === "priority" ? "" : (value ?? ""))}
      />
      <FoldedFilters count={count}>
        <Choices {...{ list, containers, agents }} />
      </FoldedFilters>
      {count > 0 && (
        <Button variant="subtle" onClick={() => list.change(view === undefined ? {} : { view })}>
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}

function Choices({ list, containers, agents }: Props) {
  const { t } = useTranslation("tickets");
  const mayHandle = useMayHandle();
  // Nobody but an agent has tickets to do.
  const choices = ticketChoices.filter((value) => mayHandle || value !== "to_do");
  const labelOf = (value: TicketChoice) =>
    mayHandle || value === "to_do" ? t(`choices.${value}`) : t(`customersChoices.${value}`);
  const { choice, status, priority, category, waiting, container } = filtersOf(list.search);
  return (
    <>
      <FilterSelect
        label={t("which")}
        value={choice}
        any={t("all")}
        options={choices.map((value) => ({ value, label: labelOf(value) }))}
        onChoose={(value) => list.put("choice", value)}
      />
      <FilterSelect
        label={t("status")}
        value={status}
        any={t("any")}
        options={ticketStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        onChoose={(value) => list.put("status", value)}
      />
      <FilterSelect
        label={t("priority")}
        value={priority}
        any={t("any")}
        options={ticketPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        onChoose={(value) => list.put("priority", value)}
      />
      <FilterSelect
        label={t("category")}
        value={category}
        any={t("any")}
        options={ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChoose={(value) => list.put("category", value)}
      />
      <FilterSelect
        label={t("waits")}
        value={waiting}
        any={t("any")}
        options={waitingFors.map((value) => ({
          value,
          label: t(!mayHandle && value === "customer" ? "yourTurn" : `waitingFor.${value}`),
        }))}
        onChoose={(value) => list.put("waiting", value)}
      />
      <ContainerSelect
        label={t("container")}
        containers={containers}
        value={container}
        onChange={(id) => list.put("container", id ?? "")}
      />
      <AgentChoice {...{ list, agents }} />
    </>
  );
}

function AgentChoice({ list, agents }: Pick<Props, "list" | "agents">) {
  const { t } = useTranslation("tickets");
  if (agents.length === 0) return null;
  return (
    <FilterSelect
      label={t("agent")}
      value={filtersOf(list.search).agent}
      any={t("anyone")}
      options={agents.map(({ userId, name }) => ({ value: userId, label: name ?? t("noName") }))}
      onChoose={(value) => list.put("agent", value)}
    />
  );
}
