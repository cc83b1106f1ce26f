import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { columns } from "../../ui/columns.ts";
import { LastSeen } from "./last-seen.tsx";
import { nameOf } from "./list-choices.ts";
import { PersonStateMark } from "./person-state.tsx";
import { UserActions } from "./user-actions.tsx";
import type { UserListProps } from "./users.table.tsx";

/** People as cards, for narrow windows. */
export function UserCards({ people, now, ...actions }: UserListProps) {
  const { t } = useTranslation("users");
  return (
    <>
      <h2 className="visually-hidden">{t("list")}</h2>
      <ul className="og-plain-list og-grid og-mid" style={columns(320)}>
        {people.map((person) => (
          <li key={person.id} className="og-card og-close-stack">
            <div className="og-ends og-top">
              <div className="og-words og-strong">
                <Link className="og-cover-link" to="/users/{-$slug}" params={{ slug: person.id }}>
                  {nameOf(person)}
                </Link>
                <span className="og-note og-anywhere og-normal">{person.email}</span>
              </div>
              <UserActions person={person} {...actions} />
            </div>
            <div className="og-line og-fine og-text-13">
              <span>{person.roleLabel}</span>
              <PersonStateMark person={person} />
              <span>{t("containers_count", { count: person.containerCount })}</span>
              <span>
                {t("seen")} <LastSeen at={person.lastSeen} now={now} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
