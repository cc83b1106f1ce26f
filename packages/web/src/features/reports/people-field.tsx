import { MultiSelect } from "@mantine/core";
import { reportLimits } from "@offgrid/contract/reports/report-choices";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../core/can/can.ts";
import { useCurrentUser } from "../../core/can/current-user.ts";
import { usePeopleSearch } from "../../domain/people/people-search.data.ts";
import type { Report } from "./reports.data.ts";
import type { DraftProps } from "./report-draft.ts";

/** Who is sent a report: oneself, and people whom one sees. */
export function PeopleField({ draft, faultAt, onSet, known }: DraftProps & { known: Report["people"] }) {
  const { t } = useTranslation("reports");
  const user = useCurrentUser();
  const own = { id: user?.id ?? "", email: user?.email[0]?.address ?? "" };
  const { people, search } = usePeopleSearch();
  const mayChoose = useCan("userList");
  // Who was chosen keeps the name when the search moves on.
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const found = people.map(({ id, firstName, lastName, email }) => {
    const name = `${firstName} ${lastName}`.trim();
    return { value: id, label: name === "" ? email : `${name} · ${email}` };
  });
  const names = new Map([
    ...known.map(({ userId, name }) => [userId, name ?? t("someone")] as const),
    ...seen,
    ...found.map(({ value, label }) => [value, label] as const),
    [own.id, t("you", { email: own.email })] as const,
  ]);
  const values = [...new Set([own.id, ...draft.people, ...found.map(({ value }) => value)])];
  return (
    <MultiSelect
      label={t("form.people")}
      description={t(mayChoose ? "form.peopleHelp" : "form.peopleAlone")}
      data={values.map((value) => ({ value, label: names.get(value) ?? t("someone") }))}
      value={draft.people}
      error={faultAt("people")}
      searchable
      maxValues={reportLimits.people}
      nothingFoundMessage={t("form.nobody")}
      // The portal has searched already, also in what the label does not show.
      filter={({ options }) => options}
      onSearchChange={search}
      onChange={(chosen) => {
        setSeen(new Map([...seen, ...found.map(({ value, label }) => [value, label] as const)]));
        onSet({ people: chosen });
      }}
    />
  );
}
