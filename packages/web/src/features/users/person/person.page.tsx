import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { Alert, Button } from "@mantine/core";
import { IconUserOff } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { loadChunk } from "../../../core/chunk.ts";
import { useTick } from "../../../core/live/tick.ts";
import { useContainerChoices } from "../../../domain/containers/containers.data.tsx";
import { usePeopleSearch } from "../../../domain/people/people-search.data.ts";
import { Async } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import layout from "../../../ui/form-layout.module.css";
import { LaterDialog } from "../../../ui/later-dialog.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PersonAvatar } from "../../../domain/people/person-avatar.tsx";
import { SessionForm } from "../../../domain/sessions/session-form.tsx";
import { Section } from "../../../ui/section.tsx";
import { LastSeen } from "../last-seen.tsx";
import { lockOf, nameOf } from "../list-choices.ts";
import { PersonStateMark } from "../person-state.tsx";
import {
  endPersonSession,
  removePerson,
  saveContainers,
  savePerson,
  resetSignIn,
  sendLink,
  useOwnId,
  usePerson,
  usePersonSessions,
  useRoles,
} from "../users.data.ts";
import { AccessSection } from "./access-section.tsx";
import { ContainersSection } from "./containers-section.tsx";
import { PersonForm } from "./person.form.tsx";

/** Seldom opened, and with a choice of people. */
const RemoveDialog = lazy(() =>
  loadChunk(() => import("../remove.dialog.tsx")).then((part) => ({ default: part.RemoveDialog })),
);

/** One person: who they are, what they see, where they are signed in, and what may be done about it. */
export function PersonPage() {
  const { t } = useTranslation(["users", "shared"]);
  // Without a slug the route leads to the list.
  const { slug: userId = "" } = useParams({ from: "/main/users/{-$slug}" });
  const person = usePerson(userId);
  if (person.error instanceof ApiError && person.error.code === "not_found") return <NoSuchPerson />;
  return (
    <>
      <PageHeader
        title={person.data ? nameOf(person.data) : t("shared:screen.user")}
        context={person.data && <Facts person={person.data} />}
      />
      <Async of={person} height={480} isEmpty={() => false}>
        {(found) => <PersonSections key={found.id} person={found} />}
      </Async>
    </>
  );
}

function Facts({ person }: { person: UserDetail }) {
  const { t } = useTranslation(["users", "shared"]);
  const now = useTick();
  return (
    <span className="og-line og-fine og-text-13">
      <PersonAvatar picture={person.avatar} firstName={person.firstName} lastName={person.lastName} size={32} />
      <span className="og-note og-anywhere og-normal">{person.email}</span>
      <span>{person.roleLabel}</span>
      <PersonStateMark person={person} />
      <span>
        {t("shared:labelled", { label: t("column.lastSeen") })} <LastSeen at={person.lastSeen} now={now} />
      </span>
    </span>
  );
}

function PersonSections({ person }: { person: UserDetail }) {
  const { t } = useTranslation("users");
  const navigate = useNavigate();
  const ownId = useOwnId();
  const roles = useRoles();
  const containers = useContainerChoices();
  const sessions = usePersonSessions(person.id, person.editable);
  const [isLeaving, setLeaving] = useState(false);
  const successors = usePeopleSearch(isLeaving);
  const lock = lockOf(person, ownId);
  return (
    <>
      {lock && (
        <Alert color="gray" variant="light" mb="md" maw={1240}>
          {t(lock === "own_account" ? "locked_own" : "locked")}{" "}
          {lock === "own_account" && <Link to="/users/profile">{t("to_profile")}</Link>}
        </Alert>
      )}
      <div className={layout.columns}>
        <div className="og-stack og-words">
          <PersonForm
            person={person}
            roles={roles.data ?? []}
            isLocked={lock !== undefined}
            onSave={(change) => savePerson(person.id, change)}
          />
          <AccessSection
            person={person}
            isLocked={lock !== undefined}
            onSend={() => sendLink(person.email)}
            onReset={(parts) => resetSignIn(person.id, parts)}
            onDisable={(disabled) => savePerson(person.id, { disabled })}
            onRemove={() => setLeaving(true)}
          />
        </div>
        <div className="og-stack og-words">
          <ContainersSection
            person={person}
            containers={containers}
            isLocked={lock !== undefined}
            onSave={(chosen) => saveContainers(person.id, chosen)}
          />
          {person.editable && (
            <Section title={t("sessions")}>
              <Async of={sessions} height={80} empty={<p className="og-quiet">{t("sessions_none")}</p>}>
                {(rows) => (
                  <SessionForm
                    sessions={rows}
                    endMany={t("sessions_end_all")}
                    onEnd={(id) => endPersonSession(person.id, id)}
                  />
                )}
              </Async>
            </Section>
          )}
        </div>
      </div>
      {isLeaving && (
        <LaterDialog onClose={() => setLeaving(false)}>
          <RemoveDialog
            name={nameOf(person)}
            people={successors.people.filter(({ id }) => id !== person.id)}
            onSearch={successors.search}
            onRemove={async (successor) => {
              await removePerson(person.id, successor);
              await navigate({ to: "/users/list", ignoreBlocker: true });
            }}
            onClose={() => setLeaving(false)}
          />
        </LaterDialog>
      )}
    </>
  );
}

/** Nobody has this id, or nobody whom the user may see: the portal's answer is the same for both. */
function NoSuchPerson() {
  const { t } = useTranslation(["users", "shared"]);
  return (
    <>
      <PageHeader title={t("shared:screen.user")} />
      <div className="og-card">
        <EmptyState
          title={t("missing.title")}
          why={t("missing.why")}
          icon={<IconUserOff size={40} />}
          action={<Button renderRoot={(props) => <Link to="/users/list" {...props} />}>{t("missing.list")}</Button>}
        />
      </div>
    </>
  );
}
