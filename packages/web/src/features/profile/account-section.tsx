import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { nameField, phoneField } from "../../ui/form-fields.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import layout from "../../ui/form-layout.module.css";
import { useCallForm } from "../../ui/use-call-form.ts";
import type { AccountChange, Profile } from "./profile.data.ts";
import { PictureField } from "./picture-field.tsx";
import { Section } from "../../ui/section.tsx";

const accountForm = z.object({ firstName: nameField, lastName: nameField, phone: phoneField });

interface Props {
  profile: Profile;
  onSave: (change: AccountChange) => Promise<void>;
}

/** Picture, names and phone number. */
export function AccountSection({ profile, onSave }: Props) {
  const { t } = useTranslation("profile");
  const { firstName, lastName, phone } = profile;
  const form = useCallForm({
    schema: accountForm,
    values: { firstName, lastName, phone },
    send: (values) => onSave({ ...values, phone: values.phone === "" ? null : values.phone }),
  });
  return (
    <Section title={t("account")}>
      <PictureField profile={profile} onPicture={(avatar) => onSave({ avatar })} />
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        <div className={layout.names}>
          <TextInput label={t("first_name")} autoComplete="given-name" {...form.field("firstName")} />
          <TextInput label={t("last_name")} autoComplete="family-name" {...form.field("lastName")} />
        </div>
        <TextInput label={t("phone")} type="tel" autoComplete="tel" {...form.field("phone")} />
        <FormFoot form={form} send={t("save")} done={t("saved")} />
      </form>
    </Section>
  );
}
