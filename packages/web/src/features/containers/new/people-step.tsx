import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../../core/can/can.ts";
import { PersonSelect } from "../../../domain/people/person-select.tsx";
import { usePeopleSearch } from "../../../domain/people/people-search.data.ts";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { ChosenPerson } from "./draft.ts";
import { useClusterChoices } from "./new-container.data.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

/** Which containers it belongs with, and who sees it. */
export function PeopleStep({ draft, onNext, onBack }: StepProps) {
  const { t } = useTranslation("new-container");
  const [clusterId, setCluster] = useState(draft.clusterId);
  const [users, setUsers] = useState(draft.users);
  const clusters = useClusterChoices();
  const mayChoose = useCan("userList");
  const { people, search } = usePeopleSearch();
  const next = useAct(onNext);
  const change = { clusterId, users };
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    void next.run(change);
  };
  const add = (id: string | undefined) => {
    const found = people.find((person) => person.id === id);
    if (!found || users.some((one) => one.id === id)) return;
    setUsers([...users, { id: found.id, name: `${found.firstName} ${found.lastName}`.trim() || found.email }]);
  };
  return (
    <StepFrame
      step="people"
      form={{
        isDirty: clusterId !== draft.clusterId || users !== draft.users,
        isSending: next.isRunning,
        error: next.error,
        onSubmit: (event) => submit(event as SubmitEvent),
      }}
      onBack={() => onBack(change, "network")}
    >
      <div className="og-field-width">
        <ChoiceField
          label={t("cluster")}
          none={t("people.noCluster")}
          choices={clusters}
          value={clusterId}
          onChange={setCluster}
        />
      </div>
      {mayChoose && (
        <div className="og-field-width og-stack og-mid">
          <PersonSelect
            label={t("people.add")}
            description={t("people.addHelp")}
            people={people}
            value={undefined}
            onSearch={search}
            onChange={add}
          />
          <ChosenPeople users={users} onChange={setUsers} />
        </div>
      )}
    </StepFrame>
  );
}

interface ChosenPeopleProps {
  users: readonly ChosenPerson[];
  onChange: (users: readonly ChosenPerson[]) => void;
}

function ChosenPeople({ users, onChange }: ChosenPeopleProps) {
  const { t } = useTranslation("new-container");
  if (users.length === 0) return null;
  return (
    <ul className="og-plain-list og-lined" aria-label={t("people.chosen")}>
      {users.map(({ id, name }) => (
        <li key={id} className="og-ends og-center">
          <span className="og-rest og-anywhere">{name}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={16} aria-hidden />}
            aria-label={t("people.leaveOut", { name })}
            onClick={() => onChange(users.filter((one) => one.id !== id))}
          >
            {t("people.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
