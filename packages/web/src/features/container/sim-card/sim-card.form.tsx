import { Button } from "@mantine/core";
import type { SimCard, SimCardFault, SimCardField } from "@offgrid/contract/sim-cards/sim-card-rules";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { SimCardFields } from "../../../domain/sim-cards/sim-card-fields.tsx";
import { readSimCard, type SimCardTexts, textsOf } from "../../../domain/sim-cards/sim-card-input.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { useLocale } from "../../../ui/use-locale.ts";

export interface SimCardFormProps {
  card: SimCard | null;
  /** Null: the record is removed. */
  onSave: (card: SimCard | null) => Promise<unknown>;
}

/** The record of a SIM card, for those who may change it. */
export function SimCardForm({ card, onSave }: SimCardFormProps) {
  const { t } = useTranslation("sim-card");
  const before = textsOf(card, useLocale());
  const [typed, setTyped] = useState<Partial<SimCardTexts>>({});
  const [faults, setFaults] = useState<Partial<Record<SimCardField, SimCardFault>>>({});
  const save = useAct(onSave);
  const texts = { ...before, ...typed };
  const isDirty = Object.keys(typed).some((field) => texts[field as SimCardField] !== before[field as SimCardField]);
  const type = (field: SimCardField, text: string) => {
    setTyped({ ...typed, [field]: text });
    setFaults({ ...faults, [field]: undefined });
    save.forget();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const read = readSimCard(texts);
    setFaults("faults" in read ? read.faults : {});
    if ("card" in read && (await save.run(read.card))) setTyped({});
  };
  return (
    <form className="og-stack og-mid" noValidate onSubmit={(event) => void submit(event)}>
      <SimCardFields texts={texts} faults={faults} onType={type} />
      <FormFoot
        send={t("save")}
        done={t("saved")}
        beside={card && <RemoveButton onRemove={() => onSave(null)} onRemoved={() => setTyped({})} />}
        form={{ isDirty, isSending: save.isRunning, isDone: save.isDone && !isDirty, error: save.error }}
      />
    </form>
  );
}

function RemoveButton({ onRemove, onRemoved }: { onRemove: () => Promise<unknown>; onRemoved: () => void }) {
  const { t } = useTranslation("sim-card");
  const [isAsking, setAsking] = useState(false);
  const remove = useAct(onRemove);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t("remove")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t("removeQuestion")}
          confirm={t("remove")}
          isRunning={remove.isRunning}
          error={remove.error}
          onConfirm={() =>
            void remove.run().then((isDone) => {
              if (!isDone) return;
              setAsking(false);
              onRemoved();
            })
          }
          onClose={() => setAsking(false)}
        >
          {t("removeText")}
        </ConfirmDialog>
      )}
    </>
  );
}
