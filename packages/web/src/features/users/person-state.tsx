import { Badge } from "@mantine/core";
import type { UserRow } from "@offgrid/contract/users/users.schema";
import { useTranslation } from "react-i18next";

import { stateOf } from "./list-choices.ts";

const colors = { active: "brand", invited: "gray", disabled: "red" } as const;

/** The state of a person as words: what it is, whether the address is confirmed and two steps are on. */
export function PersonStateMark({ person }: { person: UserRow }) {
  const { t } = useTranslation("users");
  const state = stateOf(person);
  return (
    <span className="og-wrap og-inline" style={{ gap: "4px 8px" }}>
      <Badge variant={state === "disabled" ? "outline" : "light"} color={colors[state]} tt="none">
        {t(`states.${state}`)}
      </Badge>
      {person.joined && !person.verified && (
        <Badge variant="light" color="gray" tt="none">
          {t("unverified")}
        </Badge>
      )}
    </span>
  );
}
