import { TextInput } from "@mantine/core";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { ChoiceField } from "../../../ui/choice-field.tsx";
import { useCallForm } from "../../../ui/use-call-form.ts";
import { useKitChoices } from "./new-container.data.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const nameForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: "fill_fields" }), z.maxLength(128)),
  kitId: z.string(),
});

/** What people call it, and what is installed in it. */
export function NameStep({ draft, onNext, onBack }: StepProps) {
  const { t } = useTranslation("new-container");
  const kits = useKitChoices();
  const form = useCallForm({ schema: nameForm, values: { name: draft.name, kitId: draft.kitId }, send: onNext });
  const kitId = useWatch({ control: form.control, name: "kitId" });
  return (
    <StepFrame step="name" form={form} onBack={() => onBack(form.getValues(), "device")}>
      <TextInput
        className="og-field-width"
        label={t("name")}
        description={t("nameHelp")}
        autoComplete="off"
        maxLength={128}
        {...form.field("name")}
      />
      <div className="og-field-width">
        <ChoiceField
          label={t("kit")}
          description={t("kitHelp")}
          none={t("kitNone")}
          choices={kits}
          value={kitId}
          onChange={(id) => form.setValue("kitId", id, { shouldDirty: true })}
        />
      </div>
    </StepFrame>
  );
}
