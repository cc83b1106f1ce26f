import { NativeSelect, TextInput } from "@mantine/core";
import { locales } from "@offgrid/contract/core/constants";
import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { config } from "../../core/config.ts";
import { chosenField, emailField, languageField, nameField, neededPhoneField } from "../../ui/form-fields.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import layout from "../../ui/form-layout.module.css";
import { useCallForm } from "../../ui/use-call-form.ts";
import { ContainerPicker } from "./container-picker.tsx";
import type { NewPerson } from "./users.data.ts";
import styles from "./users.module.css";

const addForm = z.object({
  email: emailField,
  phone: neededPhoneField,
  firstName: nameField,
  lastName: nameField,
  role: chosenField,
  language: languageField,
});

interface Props {
  roles: readonly RoleRow[];
  containers: readonly { id: string; name: string }[] | undefined;
  /** May throw what the form is to say. */
  onAdd: (person: NewPerson) => Promise<void>;
}

/** A new person: who they are, what they may do and see, and the language of the mail to them. */
export function AddUserForm({ roles, containers, onAdd }: Props) {
  const { t } = useTranslation(["users", "shared"]);
  const [chosen, setChosen] = useState<string[]>([]);
  const seesAllWith = (role: string) => roles.find(({ id }) => id === role)?.containers === "all";
  const form = useCallForm({
    schema: addForm,
    values: { email: "", phone: "", firstName: "", lastName: "", role: "", language: config.language },
    fieldOf: { email_used: "email", role_not_allowed: "role" },
    send: (values) => onAdd({ ...values, containers: seesAllWith(values.role) ? [] : chosen }),
  });
  const role = useWatch({ control: form.control, name: "role" });
  const seesAll = seesAllWith(role);
  return (
    <form noValidate className={`og-card ${styles.addForm}`} onSubmit={form.onSubmit}>
      <div className={layout.names}>
        <TextInput label={t("email")} type="email" inputMode="email" autoComplete="off" {...form.field("email")} />
        <TextInput label={t("phone")} type="tel" autoComplete="off" {...form.field("phone")} />
        <TextInput label={t("first_name")} autoComplete="off" {...form.field("firstName")} />
        <TextInput label={t("last_name")} autoComplete="off" {...form.field("lastName")} />
        <NativeSelect
          label={t("role")}
          data={[
            { value: "", label: t("role_choose"), disabled: true },
            ...roles
              .filter(({ selectable, assignable }) => selectable && assignable)
              .map(({ id, label }) => ({ value: id, label })),
          ]}
          {...form.field("role")}
        />
        <NativeSelect
          label={t("language")}
          description={t("language_help")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={locales.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.field("language")}
        />
      </div>
      {seesAll ? (
        <p className="og-quiet">{t("sees_all")}</p>
      ) : (
        <ContainerPicker containers={containers} chosen={chosen} onChange={setChosen} />
      )}
      <p className="og-quiet">{t("invite_help")}</p>
      <FormFoot form={{ ...form, isDirty: form.isDirty || chosen.length > 0 }} send={t("invite")} isDisabled={false} />
    </form>
  );
}
