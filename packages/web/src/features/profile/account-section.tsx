import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { AccountChange, Profile } from "./profile.data.ts";
import styles from "./profile.module.css";
import { PictureField } from "./picture-field.tsx";
import { Section } from "../../ui/section.tsx";

// Compiled checks would need `new Function`, which the page's policy forbids.
z.config({ jitless: true });

const name = z.string().check(z.trim(), z.minLength(1, { error: "fill_fields" }), z.maxLength(64));
const accountForm = z.object({
  firstName: name,
  lastName: name,
  phone: z.string().check(z.trim(), z.maxLength(32), z.regex(/^$|^\+?[0-9 ()./-]{3,32}$/, { error: "bad_phone" })),
});
type AccountForm = z.infer<typeof accountForm>;
type FieldFault = "fill_fields" | "bad_phone";

interface Props {
  profile: Profile;
  onSave: (change: AccountChange) => Promise<void>;
}

/** Picture, names and phone number. */
export function AccountSection({ profile, onSave }: Props) {
  const { t } = useTranslation("profile");
  const { firstName, lastName, phone } = profile;
  const save = useAct(onSave);
  const form = useForm<AccountForm>({
    resolver: standardSchemaResolver(accountForm),
    defaultValues: { firstName, lastName, phone },
  });
  const { isDirty, errors } = form.formState;
  const { reset } = form;
  useEffect(() => {
    // What another browser saved comes in, but over nothing that is being typed here.
    reset({ firstName, lastName, phone }, { keepDirtyValues: true });
  }, [reset, firstName, lastName, phone]);

  const submit = form.handleSubmit(async (values) => {
    if (await save.run({ ...values, phone: values.phone === "" ? null : values.phone })) reset(values);
  });
  const fieldError = (field: keyof AccountForm) => {
    const fault = errors[field]?.message as FieldFault | undefined;
    return fault && t(fault);
  };
  return (
    <Section title={t("account")}>
      <PictureField profile={profile} onPicture={(avatar) => onSave({ avatar })} />
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.names}>
          <TextInput
            label={t("first_name")}
            autoComplete="given-name"
            error={fieldError("firstName")}
            {...form.register("firstName")}
          />
          <TextInput
            label={t("last_name")}
            autoComplete="family-name"
            error={fieldError("lastName")}
            {...form.register("lastName")}
          />
        </div>
        <TextInput
          label={t("phone")}
          type="tel"
          autoComplete="tel"
          error={fieldError("phone")}
          {...form.register("phone")}
        />
        <FormFailure error={save.error} />
        <div className={styles.foot}>
          <Button type="submit" disabled={!isDirty} loading={save.isRunning}>
            {t("save")}
          </Button>
          <FormDone text={save.isDone && !isDirty ? t("saved") : undefined} />
        </div>
      </form>
      <LeaveGuard isDirty={isDirty && !save.isRunning} />
    </Section>
  );
}
