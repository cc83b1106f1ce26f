import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

export interface PersonChoice {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface PersonSelectProps {
  label: string;
  description?: string;
  /** What the search found. */
  people: readonly PersonChoice[];
  value: string | undefined;
  onSearch: (text: string) => void;
  onChange: (userId: string | undefined) => void;
}

/** One person, found by name or address. */
export function PersonSelect({ label, description, people, value, onSearch, onChange }: PersonSelectProps) {
  const { t } = useTranslation("people");
  // Who was chosen keeps the name when the search moves on.
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const found = people.map((person) => ({ value: person.id, label: wordsOf(person) }));
  const known = found.some((choice) => choice.value === value);
  const kept = value === undefined || known ? [] : [chosen?.value === value ? chosen : { value, label: value }];
  return (
    <Select
      label={label}
      description={description}
      placeholder={t("anyone")}
      data={[...kept, ...found]}
      value={value ?? null}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      nothingFoundMessage={t("none")}
      // The portal has searched already, also in what the label does not show.
      filter={({ options }) => options}
      onSearchChange={(text) => onSearch(found.some((choice) => choice.label === text) ? "" : text)}
      onChange={(id) => {
        setChosen(found.find((choice) => choice.value === id));
        onChange(id ?? undefined);
      }}
    />
  );
}

function wordsOf({ firstName, lastName, email }: PersonChoice): string {
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? email : `${name} · ${email}`;
}
