import { Badge, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { Profile } from "./profile.data.ts";
import styles from "./profile.module.css";
import { Section } from "../../ui/section.tsx";

interface Props {
  profile: Profile;
  onChange: (email: string) => Promise<void>;
  onSendLink: (email: string) => Promise<void>;
}

/** The address that one signs in with. Another one counts once the link was followed that is sent to it. */
export function EmailSection({ profile, onChange, onSendLink }: Props) {
  const { t } = useTranslation("profile");
  const [email, setEmail] = useState("");
  const [fault, setFault] = useState<"fill_email" | "bad_email">();
  const change = useAct(onChange);
  const send = useAct(onSendLink);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    send.forget();
    const address = email.trim();
    const found = address === "" ? "fill_email" : z.email().safeParse(address).success ? undefined : "bad_email";
    setFault(found);
    if (!found && (await change.run(address))) setEmail("");
  };
  const waiting = profile.waitingEmail;
  return (
    <Section title={t("email_section")}>
      <div className={styles.line}>
        <span className={styles.value}>{profile.email}</span>
        <Badge variant="light" color={profile.isVerified ? "brand" : "gray"} tt="none">
          {profile.isVerified ? t("email_verified") : t("email_unverified")}
        </Badge>
      </div>
      {waiting !== undefined && (
        <>
          <p className={styles.note}>{t("email_waiting", { email: waiting })}</p>
          <div className={styles.foot}>
            <Button
              variant="default"
              size="xs"
              loading={send.isRunning}
              onClick={() => {
                change.forget();
                void send.run(waiting);
              }}
            >
              {t("email_send_again")}
            </Button>
            <FormDone text={send.isDone ? t("email_sent_again") : undefined} />
          </div>
        </>
      )}
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t("email_new")}
          type="email"
          inputMode="email"
          autoComplete="email"
          error={fault && t(fault)}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <FormFailure error={change.error ?? send.error} />
        <div className={styles.foot}>
          <Button type="submit" variant="default" loading={change.isRunning}>
            {t("email_change")}
          </Button>
          <FormDone text={change.isDone ? t("email_changed") : undefined} />
        </div>
      </form>
    </Section>
  );
}
