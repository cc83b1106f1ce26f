import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { locales } from "@offgrid/contract/core/constants";
import type { RoleRow } from "@offgrid/contract/roles/roles.calls";
import type { UserDetail } from "@offgrid/contract/users/users.schema";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import layout from "../../../ui/form-layout.module.css";
import { FormDone, FormFailure } from "../../../ui/form-notes.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAct } from "../../../ui/use-act.ts";
import type { PersonChange } from "../users.data.ts";
import { type FieldFault, languageField, nameField, phoneField } from "../users.fields.ts";

const personForm = z.object({
  firstName: nameField,
  lastName: nameField,
  phone: phoneField,
  role: z.string(),
  language: languageField,
});
type Values = z.infer<typeof personForm>;

interface Props {
  person: UserDetail;
  roles: readonly RoleRow[];
  isLocked: boolean;
  onSave: (change: PersonChange) => Promise<void>;
}

/** Names, phone, role and language. A new role ends the sessions of who gets it. */
export function PersonForm({ person, roles, isLocked, onSave }: Props) {
  const { t } = useTranslation("users");
  const { firstName, lastName, language } = person;
  const [phone, role] = [person.phone ?? "", person.role ?? ""];
  const save = useAct(onSave);
  const form = useForm<Values>({
    resolver: standardSchemaResolver(personForm),
    defaultValues: { firstName, lastName, phone, role, language },
  });
  const { isDirty, dirtyFields, errors } = form.formState;
  const chosenRole = useWatch({ control: form.control, name: "role" });
  const { reset } = form;
  useEffect(() => {
    // What another browser saved comes in, but over nothing that is being typed here.
    reset({ firstName, lastName, phone, role, language }, { keepDirtyValues: true });
  }, [reset, firstName, lastName, phone, role, language]);
  const submit = form.handleSubmit(async (values) => {
    const changed = Object.fromEntries(
      Object.entries(values).filter(([key]) => dirtyFields[key as keyof Values]),
    ) as Partial<Values>;
    const change = { ...changed, ...(changed.phone === "" ? { phone: null } : {}) };
    if (await save.run(change)) reset(values);
  });
  const fieldError = (field: keyof Values) => {
    const fault = errors[field]?.message as FieldFault | undefined;
    return fault && t(fault);
  };
  // The present role stays in the list, also where one could not give it.
  const choices = roles.filter(({ id, assignable }) => assignable || id === role);
  const known = choices.some(({ id }) => id === role);
  return (
    <Section title={t("about")}>
      <form noValidate className={layout.form} onSubmit={(event) => void submit(event)}>
        <div className={layout.names}>
          <TextInput
            label={t("first_name")}
            autoComplete="off"
            disabled={isLocked}
            error={fieldError("firstName")}
            {...form.register("firstName")}
          />
          <TextInput
            label={t("last_name")}
            autoComplete="off"
            disabled={isLocked}
            error={fieldError("lastName")}
            {...form.register("lastName")}
          />
          <TextInput
            label={t("phone")}
            type="tel"
            autoComplete="off"
            disabled={isLocked}
            error={fieldError("phone")}
            {...form.register("phone")}
          />
          <NativeSelect
            label={t("language")}
            disabled={isLocked}
            data={locales.map(({ code, name }) => ({ value: code, label: name }))}
            {...form.register("language")}
          />
        </div>
        <NativeSelect
          label={t("role")}
          description={dirtyFields.role ? t("role_ends_sessions") : undefined}
          inputWrapperOrder={["label", "input", "description", "error"]}
          disabled={isLocked}
          data={[
            ...(known ? [] : [{ value: role, label: person.roleLabel }]),
            ...choices.map(({ id, label, assignable }) => ({ value: id, label, disabled: !assignable })),
          ]}
          {...form.register("role")}
          // Left to itself the browser shows the first entry where the person comes later than the list.
          value={chosenRole}
        />
        {!isLocked && (
          <>
            <FormFailure error={save.error} />
            <div className={layout.foot}>
              <Button type="submit" disabled={!isDirty} loading={save.isRunning}>
                {t("save")}
              </Button>
              <FormDone text={save.isDone && !isDirty ? t("saved") : undefined} />
            </div>
          </>
        )}
      </form>
      <LeaveGuard isDirty={isDirty && !save.isRunning} />
    </Section>
  );
}
