import type { UserRow } from "@offgrid/contract/users/users.schema";
import { Button } from "@mantine/core";
import { IconSearchOff, IconUsers } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
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
  const send = useAct((person: UserRow) => sendLink(person.email));
  const [sentTo, setSentTo] = useState("");
  const [leaving, setLeaving] = useState<UserRow>();

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
        context={<CountAndLinks count={people.data?.total} />}
        action={mayAdd && <Button renderRoot={(props) => <Link to="/users/add" {...props} />}>{t("add")}</Button>}
        filters={<UserFilters list={list} roles={roles.data ?? []} containers={containers ?? []} withSort={isPhone} />}
        notes={
          <>
            <FormFailure error={send.error} />
            <FormDone text={send.isDone ? t("link_sent", { email: sentTo }) : undefined} />
          </>
        }
        of={people}
        empty={<Nobody onClear={narrowed || search.page !== undefined ? () => change({}) : undefined} />}
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
      {leaving && <Leaving person={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

/** Asks who takes over what a person leaves, and removes them. */
function Leaving({ person, onClose }: { person: UserRow; onClose: () => void }) {
  const successors = usePeopleSearch();
  return (
    <RemoveDialog
      name={nameOf(person)}
      people={successors.people.filter(({ id }) => id !== person.id)}
      onSearch={successors.search}
      onRemove={(successor) => removePerson(person.id, successor)}
      onClose={onClose}
    />
  );
}

/** How many people there are, and the screens beside this one. */
function CountAndLinks({ count }: { count: number | undefined }) {
  const { t } = useTranslation(["users", "shared"]);
  const mayReadAudit = useMayReadAudit();
  return (
    <span className="og-wrap og-loose">
      {count !== undefined && <span>{t("count", { count })}</span>}
      <Link className="og-accent" to="/users/role">
        {t("shared:screen.roles")}
      </Link>
      {mayReadAudit && (
        <Link className="og-accent" to="/users/audit">
          {t("shared:screen.audit")}
        </Link>
      )}
    </span>
  );
}

/** @param onClear Shows all people again; undefined: all are shown. */
function Nobody({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTranslation("users");
  if (!onClear) return <EmptyState title={t("empty.title")} why={t("empty.why")} icon={<IconUsers size={40} />} />;
  return (
    <EmptyState
      title={t("none.title")}
      why={t("none.why")}
      icon={<IconSearchOff size={40} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("none.clear")}
        </Button>
      }
    />
  );
}
