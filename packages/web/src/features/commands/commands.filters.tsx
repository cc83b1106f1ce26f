import { Button, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import type { ContainerChoice } from "../../domain/containers/containers.data.tsx";
import { type PersonChoice, PersonSelect } from "../../domain/people/person-select.tsx";
import { ListFilters } from "../../ui/list-page.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
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

/** Container, state, person and period. */
export function CommandsFilters(props: Props) {
  const { list, containers } = props;
  const { t } = useTranslation(["commands", "command-words"]);
  const { container, state, person, period } = list.search;
  const isFiltered = [container, state, person, period].some((one) => one !== undefined);
  return (
    <ListFilters widthPx={200}>
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
      {/* It keeps its room while there is nothing to clear, so that the fields stay where they are. */}
      <Button
        variant="subtle"
        style={isFiltered ? undefined : { visibility: "hidden" }}
        onClick={() => list.change({})}
      >
        {t("clear")}
      </Button>
    </ListFilters>
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
