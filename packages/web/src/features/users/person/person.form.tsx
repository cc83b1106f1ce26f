import { NativeSelect, TextInput } from "@mantine/core";
import { locales } from "@offgrid/contract/core/constants";
import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { languageField, nameField, phoneField } from "../../../ui/form-fields.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import layout from "../../../ui/form-layout.module.css";
import { Section } from "../../../ui/section.tsx";
import { useCallForm } from "../../../ui/use-call-form.ts";
import type { PersonChange } from "../users.data.ts";

const personForm = z.object({
  firstName: nameField,
  lastName: nameField,
  phone: phoneField,
  role: z.string(),
  language: languageField,
});

interface Props {
  person: UserDetail;
  roles: readonly RoleRow[];
  isLocked: boolean;
  onSave: (change: PersonChange) => Promise<void>;
}

/** Names, phone, role and language. A new role ends the sessions of the person. */
export function PersonForm({ person, roles, isLocked, onSave }: Props) {
  const { t } = useTranslation("users");
  const { firstName, lastName, language } = person;
  const [phone, role] = [person.phone ?? "", person.role ?? ""];
  const form = useCallForm({
    schema: personForm,
    values: { firstName, lastName, phone, role, language },
    send: (_values, changed) => onSave({ ...changed, ...(changed.phone === "" ? { phone: null } : {}) }),
  });
  const chosenRole = useWatch({ control: form.control, name: "role" });
  // The present role stays in the list even if the user may not give it.
  const choices = roles.filter(({ id, assignable }) => assignable || id === role);
  const known = choices.some(({ id }) => id === role);
  return (
    <Section title={t("about")}>
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        <div className={layout.names}>
          <TextInput label={t("first_name")} autoComplete="off" disabled={isLocked} {...form.field("firstName")} />
          <TextInput label={t("last_name")} autoComplete="off" disabled={isLocked} {...form.field("lastName")} />
          <TextInput label={t("phone")} type="tel" autoComplete="off" disabled={isLocked} {...form.field("phone")} />
          <NativeSelect
            label={t("language")}
            disabled={isLocked}
            data={locales.map(({ code, name }) => ({ value: code, label: name }))}
            {...form.field("language")}
          />
        </div>
        <NativeSelect
          label={t("role")}
          description={form.dirtyFields.role ? t("role_ends_sessions") : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          disabled={isLocked}
          data={[
            ...(known ? [] : [{ value: role, label: person.roleLabel }]),
            ...choices.map(({ id, label, assignable }) => ({ value: id, label, disabled: !assignable })),
          ]}
          {...form.field("role")}
          // Left to itself the browser shows the first entry where the person comes later than the list.
          value={chosenRole}
        />
        {!isLocked && <FormFoot form={form} send={t("save")} done={t("saved")} />}
      </form>
    </Section>
  );
}
