import { Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useBoard } from "../../domain/widgets/widgets.data.ts";
import { Async } from "../../ui/async.tsx";
import { columns } from "../../ui/columns.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { RoleForm } from "./role.form.tsx";
import { type RoleRow, saveRole, useMayEditRoles, useRoles } from "./roles.data.ts";
import styles from "./roles.module.css";

/** The roles, the highest first, and below them the one that is open with all its rights. */
export function RolesPage() {
  const { t } = useTranslation(["roles", "shared"]);
  const roles = useRoles();
  const mayEdit = useMayEditRoles();
  const board = useBoard();
  const search = useSearch({ from: "/main/users/role" });
  return (
    <>
      <PageHeader title={t("shared:screen.roles")} context={t(mayEdit ? "help" : "help_read")} />
      <Async of={roles} height={480}>
        {(rows) => {
          const open = rows.find(({ id }) => id === search.role) ?? rows[0];
          return (
            <div className={styles.page}>
              <ul className="og-plain-list og-grid og-mid" style={columns(176)}>
                {rows.map((role) => (
                  <li
                    key={role.id}
                    className={`og-card og-close-stack ${styles.card}`}
                    data-open={role.id === open?.id || undefined}
                  >
                    <Link
                      className="og-cover-link og-strong"
                      to="/users/role"
                      search={{ role: role.id }}
                      resetScroll={false}
                      aria-current={role.id === open?.id ? "true" : undefined}
                    >
                      {role.label}
                    </Link>
                    <Facts role={role} />
                  </li>
                ))}
              </ul>
              {open && (
                <RoleForm
                  key={open.id}
                  role={open}
                  ownBoard={board.data}
                  onSave={(change) => saveRole(open.id, change)}
                />
              )}
            </div>
          );
        }}
      </Async>
    </>
  );
}

function Facts({ role }: { role: RoleRow }) {
  const { t } = useTranslation("roles");
  return (
    <ul className="og-note og-plain-list">
      <li>{role.rolePriority === 0 ? t("highest") : t("priority", { priority: role.rolePriority })}</li>
      {role.userCount !== null && <li>{t("people", { count: role.userCount })}</li>}
      <li>{t(role.selectable ? "selectable_yes" : "selectable_no")}</li>
      <li>{t(role.containers === "all" ? "containers_all" : "containers_assigned")}</li>
      {role.disabled && <li>{t("disabled_yes")}</li>}
      {role.twoStepRequired && <li>{t("two_step_yes")}</li>}
    </ul>
  );
}
