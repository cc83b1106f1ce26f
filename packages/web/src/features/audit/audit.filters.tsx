import { NativeSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type PersonChoice, PersonSelect } from "../../domain/people/person-select.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { ListFilters } from "../../ui/list-page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { actionWords, refusalWords } from "./audit-words.ts";
import type { AuditSearch } from "./audit.search.ts";

interface Props {
  list: ListSearch<AuditSearch>;
  /** What a line can be about. */
  actions: readonly string[];
  people: readonly PersonChoice[];
  onSearchPeople: (text: string) => void;
}

/** Days, action, person and result. */
export function AuditFilters({ list: { search, put }, actions, people, onSearchPeople }: Props) {
  const { t } = useTranslation(["audit", "shared"]);
  const { result = "", action } = search;
  const actionChoices = (action === undefined || actions.includes(action) ? actions : [action, ...actions])
    .map((value) => ({ value, label: actionWords(t, value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const isCode = !["", "ok", "refused"].includes(result);
  return (
    <ListFilters widthPx={170}>
      <SearchField
        label={t("search")}
        clearLabel={t("search_clear")}
        text={search.search ?? ""}
        onText={(text) => put("search", text)}
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
      <Select
        label={t("action")}
        placeholder={t("action_any")}
        data={actionChoices}
        value={action ?? null}
        searchable
        clearable
        limit={actionChoices.length}
        clearButtonProps={{ "aria-label": t("action_any") }}
        nothingFoundMessage={t("action_none")}
        onChange={(chosen) => put("action", chosen ?? "")}
      />
      <PersonSelect
        label={t("person")}
        people={people}
        value={search.person}
        onSearch={onSearchPeople}
        onChange={(userId) => put("person", userId ?? "")}
      />
      <NativeSelect
        label={t("result")}
        value={result}
        data={[
          { value: "", label: t("result_any") },
          { value: "ok", label: t("result_ok") },
          { value: "refused", label: t("result_refused") },
          ...(isCode ? [{ value: result, label: refusalWords(t, result) }] : []),
        ]}
        onChange={(event) => put("result", event.currentTarget.value)}
      />
    </ListFilters>
  );
}
