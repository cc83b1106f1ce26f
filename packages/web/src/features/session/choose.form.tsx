import { Button, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { newPasswordField } from "../../ui/form-fields.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";

const chooseForm = z.object({ password: newPasswordField });

interface Props {
  title: string;
  text: string;
  /** May throw what the form is to say. */
  onPassword: (password: string) => Promise<void>;
}

/** A new password. It is typed once, since it can be shown. */
export function ChooseForm({ title, text, onPassword }: Props) {
  const { t } = useTranslation("session");
  const form = useCallForm({
    schema: chooseForm,
    values: { password: "" },
    send: async ({ password }) => {
      try {
        await onPassword(password);
      } catch (error) {
        form.focus("password", { shouldSelect: true });
        throw error;
      }
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Stack gap="md">
        <Title order={1}>{title}</Title>
        <Text>{text}</Text>
        <FormFailure error={form.error} />
        <PasswordField kind="new" label={t("new_password")} {...form.field("password")} />
        <Button type="submit" size="md" loading={form.isSending}>
          {t("choose_submit")}
        </Button>
      </Stack>
    </form>
  );
}
