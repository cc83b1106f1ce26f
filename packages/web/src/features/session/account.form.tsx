import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { FormFailure } from "../../ui/form-notes.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import type { NewAccount } from "./session.data.ts";
import { type FieldFault, chosenPasswordField, emailField, nameField } from "./session.fields.ts";

const accountForm = z.object({
  firstName: nameField,
  lastName: nameField,
  email: emailField,
  password: chosenPasswordField,
});

interface Props {
  title: string;
  text: string;
  submit: string;
  /** May throw what the form is to say. */
  onAccount: (account: NewAccount) => Promise<void>;
}

/** Names, address and password of a new account. */
export function AccountForm({ title, text, submit, onAccount }: Props) {
  const { t } = useTranslation("session");
  const [failure, setFailure] = useState<Error>();
  const form = useForm<NewAccount>({
    resolver: standardSchemaResolver(accountForm),
    defaultValues: { firstName: "", lastName: "", email: "", password: "" },
  });
  const send = form.handleSubmit(async (account) => {
    setFailure(undefined);
    try {
      await onAccount(account);
    } catch (error) {
      setFailure(error as Error);
    }
  });
  const fieldError = (name: keyof NewAccount) => {
    const fault = form.formState.errors[name]?.message as FieldFault | undefined;
    return fault && t(fault);
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        <Text>{text}</Text>
        <FormFailure error={failure} />
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
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          error={fieldError("email")}
          {...form.register("email")}
        />
        <PasswordField kind="new" label={t("password")} error={fieldError("password")} {...form.register("password")} />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
