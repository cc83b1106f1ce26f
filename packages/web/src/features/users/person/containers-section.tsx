import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormFoot } from "../../../ui/form-foot.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { ContainerPicker } from "../container-picker.tsx";

interface Props {
  person: UserDetail;
  containers: readonly { id: string; name: string }[] | undefined;
  isLocked: boolean;
  onSave: (containers: string[]) => Promise<void>;
}

/** Which containers a person sees. */
export function ContainersSection({ person, containers, isLocked, onSave }: Props) {
  const { t } = useTranslation("users");
  // Until something is touched here, what others save shows itself.
  const [touched, setTouched] = useState<string[]>();
  const chosen = touched ?? person.containers;
  const save = useAct(onSave);
  const before = new Set(person.containers);
  const isDirty = chosen.length !== before.size || chosen.some((id) => !before.has(id));
  const saveChosen = async () => {
    if (await save.run(chosen)) setTouched(undefined);
  };
  return (
    <Section title={t("sees")}>
      {person.seesAll ? (
        <p className="og-quiet og-anywhere">{t("sees_all")}</p>
      ) : (
        <>
          <ContainerPicker
            containers={containers}
            chosen={chosen}
            disabled={isLocked}
            onChange={(next) => {
              save.forget();
              setTouched(next);
            }}
          />
          {!isLocked && (
            <FormFoot
              form={{ isDirty, isSending: save.isRunning, isDone: save.isDone, error: save.error }}
              send={t("save_containers")}
              done={t("saved")}
              onSend={() => void saveChosen()}
            />
          )}
        </>
      )}
    </Section>
  );
}
