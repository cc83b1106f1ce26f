import { Button, Select } from "@mantine/core";
import {
  causeDays,
  closeCauses,
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
import { ChoiceButtons } from "./choice-buttons.tsx";
import { filtersOf, lately, sortOf, type TicketPerson, unsaid, useClusterNames, useMayHandle } from "./tickets.data.ts";
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
  const { choice, ...others } = filtersOf(list.search);
  const count = Object.keys(others).length;
  return (
    <ListFilters widthPx={180}>
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
      <Which list={list} />
      <FoldedFilters key={others.cause} count={count} always>
        <Choices {...{ list, containers, agents }} />
      </FoldedFilters>
      {(count > 0 || choice !== undefined) && (
        <Button variant="subtle" onClick={() => list.change(view === undefined ? {} : { view })}>
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}

/** Which tickets there are to look at, of all: what most people choose by. */
function Which({ list }: Pick<Props, "list">) {
  const { t } = useTranslation("tickets");
  const mayHandle = useMayHandle();
  // Nobody but an agent has tickets to do.
  const choices = ticketChoices.filter((value) => mayHandle || value !== "to_do");
  const labelOf = (value: TicketChoice) =>
    mayHandle || value === "to_do" ? t(`choices.${value}`) : t(`customersChoices.${value}`);
  return (
    <ChoiceButtons
      label={t("which")}
      options={[{ value: "", label: t("all") }, ...choices.map((value) => ({ value, label: labelOf(value) }))]}
      value={filtersOf(list.search).choice ?? ""}
      onChoose={(value) => list.put("choice", value)}
    />
  );
}

function Choices({ list, containers, agents }: Props) {
  const { t } = useTranslation("tickets");
  const mayHandle = useMayHandle();
  const { status, priority, category, waiting, container } = filtersOf(list.search);
  return (
    <>
      <FilterSelect
        label={t("status")}
        value={status}
        any={t("anyOf.status")}
        options={ticketStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        onChoose={(value) => list.put("status", value)}
      />
      <FilterSelect
        label={t("priority")}
        value={priority}
        any={t("anyOf.priority")}
        options={ticketPriorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
        onChoose={(value) => list.put("priority", value)}
      />
      <FilterSelect
        label={t("category")}
        value={category}
        any={t("anyOf.category")}
        options={ticketCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChoose={(value) => list.put("category", value)}
      />
      <FilterSelect
        label={t("waits")}
        value={waiting}
        any={t("anyOf.waits")}
        options={waitingFors.map((value) => ({
          value,
          label: t(!mayHandle && value === "customer" ? "waitsFor.you" : `waitsFor.${value}`),
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
      {mayHandle && <EndChoices list={list} />}
    </>
  );
}

/** How they ended; of a cluster only what is led to from the causes. */
function EndChoices({ list }: Pick<Props, "list">) {
  const { t } = useTranslation("tickets");
  const clusters = useClusterNames();
  const { cause, cluster, closed } = filtersOf(list.search);
  return (
    <>
      <FilterSelect
        label={t("fields.closeCause")}
        value={cause}
        any={t("anyOf.cause")}
        options={([...closeCauses, unsaid] as const).map((value) => ({ value, label: t(`closeCause.${value}`) }))}
        onChoose={(value) => list.put("cause", value)}
      />
      <FilterSelect
        label={t("causes.cluster")}
        value={cluster}
        any={t("anyOf.cluster")}
        options={[
          ...clusters.map(({ id, name }) => ({ value: id, label: name })),
          { value: unsaid, label: t("causes.noCluster") },
        ]}
        onChoose={(value) => list.put("cluster", value)}
      />
      <FilterSelect
        label={t("causes.closed")}
        value={closed}
        any={t("anyOf.closed")}
        options={[{ value: lately, label: t("causes.lately", { count: causeDays }) }]}
        onChoose={(value) => list.put("closed", value)}
      />
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
