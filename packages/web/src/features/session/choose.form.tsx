import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { FormFailure } from "../../ui/form-notes.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { type FieldFault, chosenPasswordField } from "./session.fields.ts";

const chooseForm = z.object({ password: chosenPasswordField });

interface Props {
  title: string;
  text: string;
  /** May throw what the form is to say. */
  onPassword: (password: string) => Promise<void>;
}

/** A new password. It is typed once, since it can be shown. */
export function ChooseForm({ title, text, onPassword }: Props) {
  const { t } = useTranslation("session");
  const [failure, setFailure] = useState<Error>();
  const form = useForm({ resolver: standardSchemaResolver(chooseForm), defaultValues: { password: "" } });
  const fault = form.formState.errors.password?.message as FieldFault | undefined;
  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await onPassword(password);
    } catch (error) {
      setFailure(error as Error);
      form.setFocus("password", { shouldSelect: true });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        <Text>{text}</Text>
        <FormFailure error={failure} />
        <PasswordField kind="new" label={t("new_password")} error={fault && t(fault)} {...form.register("password")} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          {t("choose_submit")}
        </Button>
      </Stack>
    </form>
  );
}
