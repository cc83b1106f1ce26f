import { NativeSelect } from "@mantine/core";
import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import { useTranslation } from "react-i18next";

import { withOrder } from "../../ui/list-address.ts";
import { ListFilters } from "../../ui/list-page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { ListSearch } from "../../ui/use-list-search.ts";
import { type UserSort, personStates, userSorts } from "./list-choices.ts";
import type { UsersSearch } from "./users.search.ts";

interface Props {
  list: ListSearch<UsersSearch>;
  roles: readonly RoleRow[];
  containers: readonly { id: string; name: string }[];
  /** True where no column headers offer the order. */
  withSort: boolean;
}

/** Search, and one list per thing that the people can be narrowed by. */
export function UserFilters({ list: { search, put, change }, roles, containers, withSort }: Props) {
  const { t } = useTranslation("users");
  const sortBy = (sort: UserSort) => {
    const { reversed: _reversed, ...unturned } = search;
    // Chosen from a list, and so never turned round.
    if (sort !== (search.sort ?? "name")) change(withOrder(unturned, sort, "name"));
  };
  return (
    <ListFilters widthPx={190}>
      <SearchField
        label={t("search")}
        clearLabel={t("search_clear")}
        text={search.search ?? ""}
        onText={(text) => put("search", text)}
      />
      <NativeSelect
        label={t("role")}
        value={search.role ?? ""}
        data={[{ value: "", label: t("role_any") }, ...roles.map(({ id, label }) => ({ value: id, label }))]}
        onChange={(event) => put("role", event.currentTarget.value)}
      />
      <NativeSelect
        label={t("state")}
        value={search.state ?? ""}
        data={[
          { value: "", label: t("state_any") },
          ...personStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
        ]}
        onChange={(event) => put("state", event.currentTarget.value)}
      />
      <NativeSelect
        label={t("container")}
        value={search.container ?? ""}
        data={[
          { value: "", label: t("container_any") },
          ...containers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => put("container", event.currentTarget.value)}
      />
      {withSort && (
        <NativeSelect
          label={t("sort")}
          value={search.sort ?? "name"}
          data={userSorts.map((sort) => ({ value: sort, label: t(`column.${sort}`) }))}
          onChange={(event) => sortBy(event.currentTarget.value as UserSort)}
        />
      )}
    </ListFilters>
  );
}
