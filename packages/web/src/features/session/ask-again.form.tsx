import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, Stack, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { sendVerification } from "./session.data.ts";
import { type FieldFault, emailField } from "./session.fields.ts";

const againForm = z.object({ email: emailField });

/** Asks for the address to which the link, or the invitation, is to be sent once more. */
export function AskAgain() {
  const { t } = useTranslation("session");
  const [failure, setFailure] = useState<Error>();
  const [isSent, setIsSent] = useState(false);
  const form = useForm({ resolver: standardSchemaResolver(againForm), defaultValues: { email: "" } });
  const fault = form.formState.errors.email?.message as FieldFault | undefined;
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(undefined);
    setIsSent(false);
    try {
      await sendVerification(email);
      setIsSent(true);
    } catch (error) {
      setFailure(error as Error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <FormFailure error={failure} />
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          error={fault && t(fault)}
          {...form.register("email")}
        />
        <Button type="submit" size="md" loading={form.formState.isSubmitting}>
          {t("send_again")}
        </Button>
        <FormDone text={isSent ? t("link_sent") : undefined} />
        <Button variant="subtle" renderRoot={(props) => <Link to="/login" {...props} />}>
          {t("to_login")}
        </Button>
      </Stack>
    </form>
  );
}
