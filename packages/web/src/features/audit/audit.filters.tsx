import { Button, NativeSelect } from "@mantine/core";
import { mostAuditActions } from "@offgrid/contract/audit/audit-limits";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { type PersonChoice, PersonSelect } from "../../domain/people/person-select.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import { ManySelect } from "../../ui/many-select.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { actionWords, refusalWords } from "./audit-words.ts";
import { actionsIn, type AuditSearch } from "./audit.search.ts";

interface Props {
  list: ListSearch<AuditSearch>;
  /** What a line can be about. */
  actions: readonly string[];
  people: readonly PersonChoice[];
  onSearchPeople: (text: string) => void;
  containers: readonly ContainerChoice[] | undefined;
}

/** Filters besides the search that an address may hold. */
const filters = ["from", "to", "action", "person", "container", "result"] as const;

/** What the call or its command may have come to, besides success. */
const outcomes = ["refused", "failed", "expired", "cancelled", "unknown"] as const;

/** Search, and who, what, where, result and days; in a narrow window all but the search are behind a button. */
export function AuditFilters(props: Props) {
  const { t } = useTranslation("audit");
  const { search, put, change } = props.list;
  const count = filters.filter((name) => search[name] !== undefined).length;
  const clear = (count > 0 || search.search !== undefined) && (
    <Button variant="subtle" onClick={() => change({})}>
      {t("none.clear")}
    </Button>
  );
  return (
    <ListFilters widthPx={170}>
      <SearchField
        label={t("search")}
        clearLabel={t("search_clear")}
        text={search.search ?? ""}
        onText={(text) => put("search", text)}
      />
      <FoldedFilters count={count}>
        <Fields {...props} />
      </FoldedFilters>
      {clear}
    </ListFilters>
  );
}

function Fields({ list: { search, put }, actions, people, onSearchPeople, containers }: Props) {
  const { t } = useTranslation(["audit", "shared", "command-words"]);
  const { result = "" } = search;
  const isCode = result !== "" && result !== "ok" && !outcomes.some((one) => one === result);
  return (
    <>
      <PersonSelect
        label={t("person")}
        people={people}
        value={search.person}
        onSearch={onSearchPeople}
        onChange={(userId) => put("person", userId ?? "")}
      />
      <ActionSelect
        chosen={actionsIn(search)}
        actions={actions}
        onChange={(chosen) => put("action", chosen.join(","))}
      />
      <ContainerSelect
        label={t("container")}
        containers={containers}
        value={search.container}
        onChange={(id) => put("container", id ?? "")}
      />
      <NativeSelect
        label={t("result")}
        value={result}
        data={[
          { value: "", label: t("result_any") },
          { value: "ok", label: t("result_ok") },
          ...outcomes.map((one) => ({ value: one, label: t(`command-words:state.${one}`) })),
          ...(isCode ? [{ value: result, label: refusalWords(t, result) }] : []),
        ]}
        onChange={(event) => put("result", event.currentTarget.value)}
      />
      <DateField
        label={t("from")}
        max={search.to}
        value={search.from ?? ""}
        isOptional
        onChange={(day) => put("from", day)}
      />
      <DateField
        label={t("to")}
        min={search.from}
        value={search.to ?? ""}
        isOptional
        onChange={(day) => put("to", day)}
      />
    </>
  );
}

interface ActionSelectProps {
  chosen: readonly string[];
  actions: readonly string[];
  onChange: (chosen: string[]) => void;
}

function ActionSelect({ chosen, actions, onChange }: ActionSelectProps) {
  const { t } = useTranslation(["audit", "shared"]);
  const choices = [...new Set([...chosen, ...actions])]
    .map((value) => ({ value, label: actionWords(t, value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <ManySelect
      label={t("action")}
      placeholder={chosen.length === 0 ? t("action_any") : ""}
      data={choices}
      value={chosen}
      searchable
      clearable
      maxValues={mostAuditActions}
      limit={choices.length}
      clearButtonProps={{ "aria-label": t("action_any") }}
      nothingFoundMessage={t("action_none")}
      onChange={onChange}
    />
  );
}
