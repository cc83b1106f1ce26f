import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { useCallForm } from "../../../ui/use-call-form.ts";
import { StepFrame, type StepProps } from "./step-frame.tsx";

const nameForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: "fill_fields" }), z.maxLength(128)),
});

/** What people call it. */
export function NameStep({ draft, onNext, onBack }: StepProps) {
  const { t } = useTranslation("new-container");
  const form = useCallForm({ schema: nameForm, values: { name: draft.name }, send: onNext });
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
    </StepFrame>
  );
}
