import { Badge, Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { emailField } from "../../ui/form-fields.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { FormDone } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useCallForm } from "../../ui/use-call-form.ts";
import type { Profile } from "./profile.data.ts";
import { Section } from "../../ui/section.tsx";

const emailForm = z.object({ email: emailField });

interface Props {
  profile: Profile;
  onChange: (email: string) => Promise<void>;
  onSendLink: (email: string) => Promise<void>;
}

/** The address that one signs in with. Another one counts once the link was followed that is sent to it. */
export function EmailSection({ profile, onChange, onSendLink }: Props) {
  const { t } = useTranslation("profile");
  const send = useAct(onSendLink);
  const form = useCallForm({
    schema: emailForm,
    values: { email: "" },
    send: ({ email }) => {
      send.forget();
      return onChange(email);
    },
    afterwards: "empty",
  });
  const waiting = profile.waitingEmail;
  return (
    <Section title={t("email_section")}>
      <div className="og-line og-fine">
        <span className="og-anywhere og-medium">{profile.email}</span>
        <Badge variant="light" color={profile.isVerified ? "brand" : "gray"} tt="none">
          {profile.isVerified ? t("email_verified") : t("email_unverified")}
        </Badge>
      </div>
      {waiting !== undefined && (
        <>
          <p className="og-quiet og-anywhere">{t("email_waiting", { email: waiting })}</p>
          <div className="og-line">
            <Button
              variant="default"
              size="xs"
              loading={send.isRunning}
              onClick={() => {
                form.forget();
                void send.run(waiting);
              }}
            >
              {t("email_send_again")}
            </Button>
            <FormDone text={send.isDone ? t("email_sent_again") : undefined} />
          </div>
        </>
      )}
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        <TextInput
          label={t("email_new")}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.field("email")}
        />
        <FormFoot
          form={{ ...form, error: form.error ?? send.error }}
          send={t("email_change")}
          done={t("email_changed")}
          variant="default"
          isDisabled={false}
          isGuarded={false}
        />
      </form>
    </Section>
  );
}
