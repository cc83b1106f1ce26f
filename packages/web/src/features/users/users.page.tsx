import { mobileBreakpointPx } from "@offgrid/contract/core/constants";
import type { UserRow } from "@offgrid/contract/users/users.schema";
import { Button } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { IconSearchOff, IconUsers } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { usePeopleSearch } from "../../core/people/people-search.data.ts";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useAct } from "../../ui/use-act.ts";
import { nameOf } from "./list-choices.ts";
import { RemoveDialog } from "./remove.dialog.tsx";
import { UserCards } from "./users.cards.tsx";
import {
  peoplePerPage,
  removePerson,
  sendLink,
  useContainerChoices,
  useMayAdd,
  useMayReadAudit,
  useOwnId,
  usePeople,
  useRoles,
} from "./users.data.ts";
import { UserFilters } from "./users.filters.tsx";
import styles from "./users.module.css";
import type { UsersSearch } from "./users.route.ts";
import { UserTable } from "./users.table.tsx";

/** The people that one may see, with search, filters, order and page in the address. */
export function UsersPage() {
  const { t } = useTranslation(["users", "shared"]);
  const search = useSearch({ from: "/main/users/list" });
  const navigate = useNavigate({ from: "/users/list" });
  const phone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`, undefined, { getInitialValueInEffect: false });
  const now = useTick();
  // The address follows each letter, the portal is asked once the typing pauses.
  const [asked] = useDebouncedValue(search.search, 250);
  const { search: _text, ...rest } = search;
  const people = usePeople(asked === undefined ? rest : { ...rest, search: asked });
  const roles = useRoles();
  const containers = useContainerChoices();
  const ownId = useOwnId();
  const mayAdd = useMayAdd();
  const mayReadAudit = useMayReadAudit();
  const send = useAct((person: UserRow) => sendLink(person.email));
  const [told, setTold] = useState("");
  const [leaving, setLeaving] = useState<UserRow>();
  const heirs = usePeopleSearch(leaving !== undefined);

  const change = (next: UsersSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const narrowed = Boolean(search.search ?? search.role ?? search.state ?? search.container);
  const actions = {
    ownId,
    now,
    onSend: (person: UserRow) => {
      setTold(person.email);
      void send.run(person);
    },
    onRemove: setLeaving,
  };
  return (
    <>
      <PageHeader
        title={t("shared:screen.users_list")}
        context={
          <span className={styles.links}>
            {people.data && <span>{t("count", { count: people.data.total })}</span>}
            <Link to="/users/role">{t("shared:screen.roles")}</Link>
            {mayReadAudit && <Link to="/users/audit">{t("shared:screen.audit")}</Link>}
          </span>
        }
        action={mayAdd && <Button renderRoot={(props) => <Link to="/users/add" {...props} />}>{t("add")}</Button>}
      />
      <div className={styles.page}>
        <UserFilters
          search={search}
          roles={roles.data ?? []}
          containers={containers ?? []}
          withSort={phone}
          onChange={change}
        />
        <FormFailure error={send.error} />
        <FormDone text={send.isDone ? t("link_sent", { email: told }) : undefined} />
        <Async
          of={people}
          height={480}
          isEmpty={({ data }) => data.length === 0}
          empty={
            narrowed || search.page !== undefined ? (
              <EmptyState
                title={t("none.title")}
                why={t("none.why")}
                icon={<IconSearchOff size={40} />}
                action={
                  <Button variant="default" onClick={() => change({})}>
                    {t("none.clear")}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t("empty.title")} why={t("empty.why")} icon={<IconUsers size={40} />} />
            )
          }
        >
          {({ data, total }) => (
            <div className={styles.page}>
              {phone ? (
                <UserCards people={data} {...actions} />
              ) : (
                <UserTable people={data} search={search} onChange={change} {...actions} />
              )}
              {total === 1 && data[0]?.id === ownId && !narrowed && <p className={styles.note}>{t("only_you")}</p>}
              <Pager
                page={search.page ?? 1}
                pageSize={peoplePerPage}
                total={total}
                onPage={(page) => {
                  const { page: _page, ...others } = search;
                  void navigate({ search: page > 1 ? { ...others, page } : others });
                }}
              />
            </div>
          )}
        </Async>
      </div>
      {leaving && (
        <RemoveDialog
          name={nameOf(leaving)}
          people={heirs.people.filter(({ id }) => id !== leaving.id)}
          onSearch={heirs.search}
          onRemove={(heir) => removePerson(leaving.id, heir)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}
