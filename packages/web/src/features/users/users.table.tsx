import type { UserRow } from "@offgrid/contract/users/users.schema";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatCount } from "../../core/format.ts";
import { withOrder } from "../../ui/list-address.ts";
import { SortHeader } from "../../ui/sort-header.tsx";
import table from "../../ui/table.module.css";
import { useLocale } from "../../ui/use-locale.ts";
import { LastSeen } from "./last-seen.tsx";
import { type UserSort, nameOf } from "./list-choices.ts";
import { PersonStateMark } from "./person-state.tsx";
import { UserActions, type UserActionsProps } from "./user-actions.tsx";
import type { UsersSearch } from "./users.search.ts";

export interface UserListProps extends UserActionsProps {
  people: readonly UserRow[];
  now: number;
}

/** People as a table; each row is one link, with a menu at its end. */
export function UserTable({
  people,
  now,
  search,
  onChange,
  ...actions
}: UserListProps & { search: UsersSearch; onChange: (search: UsersSearch) => void }) {
  const { t } = useTranslation("users");
  const locale = useLocale();
  const { sort = "name", reversed = false } = search;
  const head = (column: UserSort, isFigure = false) => {
    const isDown = (column === "lastSeen") !== reversed;
    return (
      <SortHeader
        label={t(`column.${column}`)}
        direction={column === sort ? (isDown ? "descending" : "ascending") : undefined}
        isFigure={isFigure}
        onSort={() => onChange(withOrder(search, column, "name"))}
      />
    );
  };
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="visually-hidden">{t("list")}</caption>
        <thead>
          <tr>
            {head("name")}
            {head("role")}
            <th scope="col">
              <span className={table.head}>{t("state")}</span>
            </th>
            <th scope="col" className="og-amount">
              <span className={table.head}>{t("containers")}</span>
            </th>
            {head("lastSeen", true)}
            <th scope="col">
              <span className="visually-hidden">{t("actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row" className="og-strong og-anywhere" style={{ minWidth: 180 }}>
                <Link className="og-cover-link" to="/users/{-$slug}" params={{ slug: person.id }}>
                  {nameOf(person)}
                </Link>
                <span className={table.second}>{person.email}</span>
              </th>
              <td>{person.roleLabel}</td>
              <td>
                <PersonStateMark person={person} />
              </td>
              <td className="og-amount">{formatCount(person.containerCount, locale)}</td>
              <td className="og-amount">
                <LastSeen at={person.lastSeen} now={now} />
              </td>
              <td style={{ width: 56 }}>
                <UserActions person={person} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
