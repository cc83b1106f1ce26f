import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Anchor, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { FormFailure } from "../../ui/form-notes.tsx";
import { Brand } from "./brand.tsx";
import { sendReset } from "./session.data.ts";
import { type FieldFault, emailField } from "./session.fields.ts";

const forgotForm = z.object({ email: emailField });

/** Has a link sent to choose a new password. The answer is the same for every address. */
export function ForgotPage() {
  const { t } = useTranslation(["session", "shared"]);
  const [failure, setFailure] = useState<Error>();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ resolver: standardSchemaResolver(forgotForm), defaultValues: { email: "" } });
  const fault = form.formState.errors.email?.message as FieldFault | undefined;
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(undefined);
    try {
      await sendReset(email);
      setSentTo(email);
    } catch (error) {
      setFailure(error as Error);
    }
  });
  return (
    <Stack gap="lg">
      <Brand subtitle={t("subtitle")} />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Title order={1}>{t("shared:screen.forgot_pass")}</Title>
          {sentTo === undefined ? (
            <>
              <Text>{t("forgot_text")}</Text>
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
                {t("forgot_submit")}
              </Button>
            </>
          ) : (
            <Text role="status" style={{ overflowWrap: "anywhere" }}>
              {t("forgot_sent", { email: sentTo })}
            </Text>
          )}
          <Anchor size="sm" renderRoot={(props) => <Link to="/login" {...props} />}>
            {t("to_login")}
          </Anchor>
        </Stack>
      </form>
    </Stack>
  );
}
