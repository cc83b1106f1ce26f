import { Button, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { type PersonChoice, PersonSelect } from "../../domain/people/person-select.tsx";
import { FoldedFilters, ListFilters } from "../../ui/list-page.tsx";
import { type ListSearch, useIsPhone } from "../../ui/use-list-search.ts";
import { type CommandsSearch, periodChoices, stateChoices } from "./commands.search.ts";

interface Props {
  list: ListSearch<CommandsSearch>;
  containers: readonly ContainerChoice[] | undefined;
  people: readonly PersonChoice[];
  onSearchPeople: (text: string) => void;
  /** Those who may not look for people choose between everyone and themselves. */
  mayFindPeople: boolean;
  userId: string | undefined;
}

/** Filters that an address may hold. */
const filters = ["container", "state", "person", "period"] as const;

/** Container, state, person and period; in a narrow window behind a button. */
export function CommandsFilters(props: Props) {
  const { list } = props;
  const { t } = useTranslation("commands");
  const isPhone = useIsPhone();
  const count = filters.filter((name) => list.search[name] !== undefined).length;
  return (
    <ListFilters widthPx={170}>
      <FoldedFilters count={count}>
        <Fields {...props} />
      </FoldedFilters>
      {/* In a wide window it keeps its room while there is nothing to clear, so that the fields stay where they are. */}
      {(!isPhone || count > 0) && (
        <Button
          variant="subtle"
          style={count > 0 ? undefined : { visibility: "hidden" }}
          onClick={() => list.change({})}
        >
          {t("clear")}
        </Button>
      )}
    </ListFilters>
  );
}

function Fields(props: Props) {
  const { list, containers } = props;
  const { t } = useTranslation(["commands", "command-words"]);
  const { container, state, period } = list.search;
  return (
    <>
      <ContainerSelect
        label={t("container")}
        containers={containers}
        value={container}
        onChange={(id) => list.put("container", id ?? "")}
      />
      <NativeSelect
        label={t("state")}
        value={state ?? ""}
        data={[
          { value: "", label: t("any.state") },
          ...stateChoices.map((value) => ({
            value,
            label: value === "open" ? t("open") : t(`command-words:state.${value}`),
          })),
        ]}
        onChange={(event) => list.put("state", event.currentTarget.value)}
      />
      <PersonField {...props} />
      <NativeSelect
        label={t("period")}
        value={period ?? ""}
        data={[
          { value: "", label: t("any.period") },
          ...periodChoices.map((value) => ({ value, label: t(`periods.${value}`) })),
        ]}
        onChange={(event) => list.put("period", event.currentTarget.value)}
      />
    </>
  );
}

/** Who gave a command. */
function PersonField({ list, people, onSearchPeople, mayFindPeople, userId = "" }: Props) {
  const { t } = useTranslation("commands");
  const { person } = list.search;
  if (!mayFindPeople) {
    return (
      <NativeSelect
        label={t("person")}
        value={person ?? ""}
        data={[
          { value: "", label: t("any.person") },
          { value: userId, label: t("me") },
        ]}
        onChange={(event) => list.put("person", event.currentTarget.value)}
      />
    );
  }
  return (
    <PersonSelect
      label={t("person")}
      people={people}
      value={person}
      onSearch={onSearchPeople}
      onChange={(id) => list.put("person", id ?? "")}
    />
  );
}
