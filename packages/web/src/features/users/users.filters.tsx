import { NativeSelect } from "@mantine/core";
import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import { useTranslation } from "react-i18next";

import { SearchField } from "../../ui/search-field.tsx";
import { type PersonState, type UserSort, personStates, userSorts } from "./list-choices.ts";
import styles from "./users.module.css";
import type { UsersSearch } from "./users.route.ts";

interface Props {
  search: UsersSearch;
  roles: readonly RoleRow[];
  containers: readonly { id: string; name: string }[];
  /** True where no column headers offer the order. */
  withSort: boolean;
  onChange: (search: UsersSearch) => void;
}

/** Search, and one list per thing that the people can be narrowed by. */
export function UserFilters({ search, roles, containers, withSort, onChange }: Props) {
  const { t } = useTranslation("users");
  /** What is narrowed begins at its first page. */
  const put = (key: "search" | "role" | "state" | "container", value: string) => {
    const { [key]: _old, page: _page, ...rest } = search;
    onChange(value === "" ? rest : { ...rest, [key]: value as PersonState });
  };
  const sortBy = (sort: UserSort) => {
    const { sort: _sort, reversed: _reversed, page: _page, ...rest } = search;
    onChange(sort === "name" ? rest : { ...rest, sort });
  };
  return (
    <div className={styles.filters}>
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
    </div>
  );
}
