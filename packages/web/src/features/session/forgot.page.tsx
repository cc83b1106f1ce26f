import { Anchor, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { emailField } from "../../ui/form-fields.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useCallForm } from "../../ui/use-call-form.ts";
import { sendReset } from "./session.data.ts";
import { SessionFrame } from "./session-frame.tsx";

const forgotForm = z.object({ email: emailField });

/** Has a link sent to choose a new password. The answer is the same for every address. */
export function ForgotPage() {
  const { t } = useTranslation(["session", "shared"]);
  const [sentTo, setSentTo] = useState<string>();
  const form = useCallForm({
    schema: forgotForm,
    values: { email: "" },
    send: async ({ email }) => {
      await sendReset(email);
      setSentTo(email);
    },
  });
  return (
    <SessionFrame>
      <form noValidate onSubmit={form.onSubmit}>
        <Stack gap="md">
          <Title order={1}>{t("shared:screen.forgot_pass")}</Title>
          {sentTo === undefined ? (
            <>
              <Text>{t("forgot_text")}</Text>
              <FormFailure error={form.error} />
              <TextInput
                label={t("email")}
                type="email"
                autoComplete="username"
                inputMode="email"
                {...form.field("email")}
              />
              <Button type="submit" size="md" loading={form.isSending}>
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
    </SessionFrame>
  );
}
