import { Button } from "@mantine/core";
import { shortestPassword } from "@offgrid/contract/core/constants";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { FormDone, FormFailure } from "../../../ui/form-notes.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import styles from "../profile.module.css";
import { Section } from "../../../ui/section.tsx";

interface Props {
  /** Whose password it is, so that password managers know. */
  email: string;
  onChange: (oldPassword: string, newPassword: string) => Promise<void>;
}

/** A new password, against the present one. The other sessions end. */
export function PasswordSection({ email, onChange }: Props) {
  const { t } = useTranslation("profile");
  const [old, setOld] = useState("");
  const [chosen, setChosen] = useState("");
  const [isJudged, setIsJudged] = useState(false);
  const change = useAct(onChange);
  const oldFault = old === "" ? t("fill_fields") : undefined;
  const chosenFault =
    chosen === "" ? t("fill_fields") : chosen.length < shortestPassword ? t("short_password") : undefined;
  const isWrong = change.error instanceof ApiError && change.error.code === "wrong_password";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsJudged(true);
    change.forget();
    if (oldFault !== undefined || chosenFault !== undefined || !(await change.run(old, chosen))) return;
    setIsJudged(false);
    setOld("");
    setChosen("");
  };
  return (
    <Section title={t("password_section")}>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          kind="current"
          label={t("password_old")}
          error={isWrong ? t("password_wrong") : isJudged && oldFault}
          value={old}
          onChange={(event) => setOld(event.currentTarget.value)}
        />
        <PasswordField
          kind="new"
          label={t("password_new")}
          error={isJudged && chosenFault}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <FormFailure error={isWrong ? undefined : change.error} />
        <div className={styles.foot}>
          <Button type="submit" variant="default" loading={change.isRunning}>
            {t("password_change")}
          </Button>
          <FormDone text={change.isDone ? t("password_changed") : undefined} />
        </div>
      </form>
    </Section>
  );
}
