import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { emailField, nameField, newPasswordField } from "../../ui/form-fields.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import type { NewAccount } from "./session.data.ts";

const accountForm = z.object({
  firstName: nameField,
  lastName: nameField,
  email: emailField,
  password: newPasswordField,
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
  const form = useCallForm({
    schema: accountForm,
    values: { firstName: "", lastName: "", email: "", password: "" },
    send: onAccount,
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        <Text>{text}</Text>
        <FormFailure error={form.error} />
        <TextInput label={t("first_name")} autoComplete="given-name" {...form.field("firstName")} />
        <TextInput label={t("last_name")} autoComplete="family-name" {...form.field("lastName")} />
        <TextInput label={t("email")} type="email" autoComplete="username" inputMode="email" {...form.field("email")} />
        <PasswordField kind="new" label={t("password")} {...form.field("password")} />
        <Button type="submit" size="md" loading={form.isSending}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
