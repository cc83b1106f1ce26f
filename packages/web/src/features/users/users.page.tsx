import type { UserRow } from "@offgrid/contract/users/users.schema";
import { Button } from "@mantine/core";
import { IconSearchOff, IconUsers } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { usePeopleSearch } from "../../domain/people/people-search.data.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useIsPhone, useListSearch } from "../../ui/use-list-search.ts";
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
import { UserTable } from "./users.table.tsx";

/** The people whom the user may see, with search, filters, order and page in the address. */
export function UsersPage() {
  const { t } = useTranslation(["users", "shared"]);
  const navigate = useNavigate({ from: "/users/list" });
  const list = useListSearch(useSearch({ from: "/main/users/list" }), navigate);
  const { search, asked, change } = list;
  const isPhone = useIsPhone();
  const now = useTick();
  const people = usePeople(asked);
  const roles = useRoles();
  const containers = useContainerChoices();
  const ownId = useOwnId();
  const mayAdd = useMayAdd();
  const mayReadAudit = useMayReadAudit();
  const send = useAct((person: UserRow) => sendLink(person.email));
  const [sentTo, setSentTo] = useState("");
  const [leaving, setLeaving] = useState<UserRow>();
  const successors = usePeopleSearch(leaving !== undefined);

  const narrowed = Boolean(search.search ?? search.role ?? search.state ?? search.container);
  const actions = {
    ownId,
    now,
    onSend: (person: UserRow) => {
      setSentTo(person.email);
      void send.run(person);
    },
    onRemove: setLeaving,
  };
  return (
    <>
      <ListPage
        title={t("shared:screen.users_list")}
        context={
          <span className="og-wrap og-loose">
            {people.data && <span>{t("count", { count: people.data.total })}</span>}
            <Link className="og-accent" to="/users/role">
              {t("shared:screen.roles")}
            </Link>
            {mayReadAudit && (
              <Link className="og-accent" to="/users/audit">
                {t("shared:screen.audit")}
              </Link>
            )}
          </span>
        }
        action={mayAdd && <Button renderRoot={(props) => <Link to="/users/add" {...props} />}>{t("add")}</Button>}
        filters={<UserFilters list={list} roles={roles.data ?? []} containers={containers ?? []} withSort={isPhone} />}
        notes={
          <>
            <FormFailure error={send.error} />
            <FormDone text={send.isDone ? t("link_sent", { email: sentTo }) : undefined} />
          </>
        }
        of={people}
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
        page={list.page}
        pageSize={peoplePerPage}
        onPage={list.toPage}
      >
        {(rows, total) => (
          <>
            {isPhone ? (
              <UserCards people={rows} {...actions} />
            ) : (
              <UserTable people={rows} search={search} onChange={change} {...actions} />
            )}
            {total === 1 && rows[0]?.id === ownId && !narrowed && <p className="og-quiet">{t("only_you")}</p>}
          </>
        )}
      </ListPage>
      {leaving && (
        <RemoveDialog
          name={nameOf(leaving)}
          people={successors.people.filter(({ id }) => id !== leaving.id)}
          onSearch={successors.search}
          onRemove={(successor) => removePerson(leaving.id, successor)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}
