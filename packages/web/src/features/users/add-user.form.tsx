import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { locales } from "@offgrid/contract/core/constants";
import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { ApiError } from "../../core/api/api-error.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import card from "../../ui/card.module.css";
import layout from "../../ui/form-layout.module.css";
import { FormFailure } from "../../ui/form-notes.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { ContainerPicker } from "./container-picker.tsx";
import type { NewPerson } from "./users.data.ts";
import { type FieldFault, emailField, languageField, nameField, neededPhoneField, roleField } from "./users.fields.ts";
import styles from "./users.module.css";

const addForm = z.object({
  email: emailField,
  phone: neededPhoneField,
  firstName: nameField,
  lastName: nameField,
  role: roleField,
  language: languageField,
});
type AddForm = z.infer<typeof addForm>;

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
  const [failure, setFailure] = useState<Error>();
  const form = useForm<AddForm>({
    resolver: standardSchemaResolver(addForm),
    defaultValues: { email: "", phone: "", firstName: "", lastName: "", role: "", language: currentLocale },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });
  const seesAll = roles.find(({ id }) => id === role)?.containers === "all";
  const send = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await onAdd({ ...values, containers: seesAll ? [] : chosen });
    } catch (error) {
      const field = fieldOf(error);
      if (field) form.setError(field, { message: (error as ApiError).code }, { shouldFocus: true });
      else setFailure(error as Error);
    }
  });
  const fieldError = (name: keyof AddForm) => {
    const fault = errors[name]?.message;
    if (fault === undefined) return undefined;
    if (fault === "email_used" || fault === "role_not_allowed" || fault === "bad_input") {
      return t(`shared:refusal.${fault}`);
    }
    return t(fault as FieldFault);
  };
  return (
    <form noValidate className={`${card.card} ${styles.addForm}`} onSubmit={(event) => void send(event)}>
      <div className={layout.names}>
        <TextInput
          label={t("email")}
          type="email"
          inputMode="email"
          autoComplete="off"
          error={fieldError("email")}
          {...form.register("email")}
        />
        <TextInput
          label={t("phone")}
          type="tel"
          autoComplete="off"
          error={fieldError("phone")}
          {...form.register("phone")}
        />
        <TextInput
          label={t("first_name")}
          autoComplete="off"
          error={fieldError("firstName")}
          {...form.register("firstName")}
        />
        <TextInput
          label={t("last_name")}
          autoComplete="off"
          error={fieldError("lastName")}
          {...form.register("lastName")}
        />
        <NativeSelect
          label={t("role")}
          error={fieldError("role")}
          data={[
            { value: "", label: t("role_choose"), disabled: true },
            ...roles
              .filter(({ selectable, assignable }) => selectable && assignable)
              .map(({ id, label }) => ({ value: id, label })),
          ]}
          {...form.register("role")}
        />
        <NativeSelect
          label={t("language")}
          description={t("language_help")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={locales.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.register("language")}
        />
      </div>
      {seesAll ? (
        <p className={styles.note}>{t("sees_all")}</p>
      ) : (
        <ContainerPicker containers={containers} chosen={chosen} onChange={setChosen} />
      )}
      <p className={styles.note}>{t("invite_help")}</p>
      <FormFailure error={failure} />
      <div className={layout.foot}>
        <Button type="submit" loading={isSubmitting}>
          {t("invite")}
        </Button>
      </div>
      <LeaveGuard isDirty={(isDirty || chosen.length > 0) && !isSubmitting} />
    </form>
  );
}

/** The field that a refusal is about. */
function fieldOf(error: unknown): keyof AddForm | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "email_used") return "email";
  if (error.code === "role_not_allowed") return "role";
  if (error.code !== "bad_input") return undefined;
  return (["email", "phone", "firstName", "lastName", "role"] as const).find((name) => error.fields?.[name]);
}
