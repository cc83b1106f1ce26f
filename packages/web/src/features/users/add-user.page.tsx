import { Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useContainerChoices } from "../../domain/containers/containers.data.tsx";
import { Async } from "../../ui/async.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useAct } from "../../ui/use-act.ts";
import { AddUserForm } from "./add-user.form.tsx";
import { addPerson, sendLink, useRoles } from "./users.data.ts";
import styles from "./users.module.css";

/** Adds a person, who gets an invitation by mail; nobody chooses another's password. */
export function AddUserPage() {
  const { t } = useTranslation(["users", "shared"]);
  const roles = useRoles();
  const containers = useContainerChoices();
  const [invited, setInvited] = useState<{ id: string; name: string; email: string }>();
  const again = useAct(sendLink);
  return (
    <>
      <PageHeader title={t("shared:screen.add_user")} />
      {invited ? (
        <div className={`og-card ${styles.addForm}`}>
          <div role="status">
            <EmptyState
              title={t("invited_title", { name: invited.name })}
              why={t("invited_text", { email: invited.email })}
              icon={<IconMailForward size={40} />}
            />
          </div>
          <FormFailure error={again.error} />
          <div className="og-wrap og-center og-mid">
            <Button renderRoot={(props) => <Link to="/users/{-$slug}" params={{ slug: invited.id }} {...props} />}>
              {t("open_person")}
            </Button>
            <Button variant="default" loading={again.isRunning} onClick={() => void again.run(invited.email)}>
              {t("send.invitation")}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                again.forget();
                setInvited(undefined);
              }}
            >
              {t("add_another")}
            </Button>
          </div>
          <div className="og-line">
            <FormDone text={again.isDone ? t("link_sent", { email: invited.email }) : undefined} />
          </div>
        </div>
      ) : (
        <Async of={roles} height={480} isEmpty={() => false}>
          {(rows) => (
            <AddUserForm
              roles={rows}
              containers={containers}
              onAdd={async (person) => {
                const id = await addPerson(person);
                setInvited({ id, name: `${person.firstName} ${person.lastName}`, email: person.email });
              }}
            />
          )}
        </Async>
      )}
    </>
  );
}
