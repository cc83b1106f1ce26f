import { useState } from "react";
import { useTranslation } from "react-i18next";

import { type GroupCandidate, type GroupPickWords, groupChoices } from "./group-choices.ts";
import { ManySelect } from "../../ui/many-select.tsx";

interface Props {
  containers: readonly GroupCandidate[];
  ids: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

/** The containers of a group command, picked one by one, by cluster, by state, or all that were found. */
export function GroupContainers({ containers, ids, error, onChange }: Props) {
  const { t } = useTranslation("commands");
  const [search, setSearch] = useState("");
  const choices = groupChoices(containers, ids, search, useWords());
  const named = containers.filter(({ containerId }) => ids.includes(containerId));
  return (
    <ManySelect
      label={t("group.containers")}
      // The picked ones take their names from here; they are not offered again.
      data={[...choices, ...named.map(({ containerId, name }) => ({ value: containerId, label: name }))].map(
        ({ value, label }) => ({ value, label }),
      )}
      value={ids}
      error={error}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      hidePickedOptions
      clearable
      clearButtonProps={{ "aria-label": t("group.clear") }}
      nothingFoundMessage={t("group.none")}
      onChange={(values) => {
        const several = new Map(choices.map((choice) => [choice.value, choice.ids]));
        onChange([...new Set(values.flatMap((value) => several.get(value) ?? [value]))]);
      }}
    />
  );
}

function useWords(): GroupPickWords {
  const { t } = useTranslation(["commands", "container-facts", "energy-state"]);
  return {
    all: (number) => t("group.pick.all", { number }),
    found: (number) => t("group.pick.found", { number }),
    cluster: (name, number) => t("group.pick.cluster", { name, number }),
    status: (status, number) => t("group.pick.state", { state: t(`container-facts:status.${status}`), number }),
    energy: (level, number) =>
      t("group.pick.state", { state: t(`energy-state:word.${level}`, { count: number }), number }),
  };
}
