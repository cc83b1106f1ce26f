import { ActionIcon, Menu } from "@mantine/core";
import type { UserRow } from "@offgrid/contract/users/users.schema";
import { IconDotsVertical, IconLock, IconMail, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Hint } from "../../ui/hint.tsx";
import { lockOf, missingLink, nameOf } from "./list-choices.ts";
import styles from "./users.module.css";

export interface UserActionsProps {
  ownId: string | undefined;
  onSend: (person: UserRow) => void;
  onRemove: (person: UserRow) => void;
}

/** The actions for a person; for people whom the user may not manage, a lock that says why. */
export function UserActions({ person, ownId, onSend, onRemove }: UserActionsProps & { person: UserRow }) {
  const { t } = useTranslation(["users", "shared"]);
  const lock = lockOf(person, ownId);
  const missing = missingLink(person);
  if (lock) {
    const why = t(lock === "own_account" ? "locked_own" : "locked");
    return (
      <Hint label={why} multiline maw={260}>
        <button type="button" className={styles.lock} aria-label={why}>
          <IconLock size={18} aria-hidden />
        </button>
      </Hint>
    );
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className="og-over-link"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("actions_of", { name: nameOf(person) })}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/users/{-$slug}" params={{ slug: person.id }} {...props} />}
        >
          {t("edit")}
        </Menu.Item>
        {missing && (
          <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => onSend(person)}>
            {t(`send.${missing}`)}
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--og-danger)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onRemove(person)}
        >
          {t("remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
