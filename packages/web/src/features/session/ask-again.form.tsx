import { Button, Stack, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { emailField } from "../../ui/form-fields.ts";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import { sendVerification } from "./session.data.ts";

const againForm = z.object({ email: emailField });

/** Asks for the address to which the link, or the invitation, is to be sent once more. */
export function AskAgain() {
  const { t } = useTranslation("session");
  const form = useCallForm({
    schema: againForm,
    values: { email: "" },
    send: ({ email }) => sendVerification(email),
  });
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Stack gap="md">
        <FormFailure error={form.error} />
        <TextInput label={t("email")} type="email" autoComplete="username" inputMode="email" {...form.field("email")} />
        <Button type="submit" size="md" loading={form.isSending}>
          {t("send_again")}
        </Button>
        <FormDone text={form.isDone ? t("link_sent") : undefined} />
        <Button variant="subtle" renderRoot={(props) => <Link to="/login" {...props} />}>
          {t("to_login")}
        </Button>
      </Stack>
    </form>
  );
}
