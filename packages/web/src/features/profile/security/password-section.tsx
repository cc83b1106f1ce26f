import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { ApiError } from "../../../core/api/api-error.ts";
import { givenPasswordField, newPasswordField } from "../../../ui/form-fields.ts";
import { FormFoot } from "../../../ui/form-foot.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useCallForm } from "../../../ui/use-call-form.ts";
import { Section } from "../../../ui/section.tsx";

const passwordForm = z.object({ old: givenPasswordField, chosen: newPasswordField });

interface Props {
  /** Whose password it is, so that password managers know. */
  email: string;
  onChange: (oldPassword: string, newPassword: string) => Promise<void>;
}

/** A new password, against the present one. The other sessions end. */
export function PasswordSection({ email, onChange }: Props) {
  const { t } = useTranslation("profile");
  const form = useCallForm({
    schema: passwordForm,
    values: { old: "", chosen: "" },
    send: ({ old, chosen }) => onChange(old, chosen),
    afterwards: "empty",
  });
  const isWrong = form.error instanceof ApiError && form.error.code === "wrong_password";
  return (
    <Section title={t("password_section")}>
      <form noValidate className="og-stack" onSubmit={form.onSubmit}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          kind="current"
          label={t("password_old")}
          {...form.field("old")}
          {...(isWrong && { error: t("password_wrong") })}
        />
        <PasswordField kind="new" label={t("password_new")} {...form.field("chosen")} />
        <FormFoot
          form={{ ...form, error: isWrong ? undefined : form.error }}
          send={t("password_change")}
          done={t("password_changed")}
          variant="default"
          isDisabled={false}
          isGuarded={false}
        />
      </form>
    </Section>
  );
}
