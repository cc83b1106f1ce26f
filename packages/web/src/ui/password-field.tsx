import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { longestPassword, shortestPassword } from "@offgrid/contract/core/constants";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

export interface PasswordFieldProps extends Omit<PasswordInputProps, "description" | "autoComplete"> {
  /**
   * `new`: being chosen, with the rule below it; `current`: given as proof of identity; `shared`: of a thing, not of an
   * account.
   */
  kind: keyof typeof completed;
  /** Below the field; absent: of a new one, how long it has to be. */
  rule?: string;
}

/** What the browser fills in, and keeps. As a code for one time, it offers the password of an account to no link. */
const completed = { new: "new-password", current: "current-password", shared: "one-time-code" } as const;

/** A field for a password: can be shown, says when Caps Lock is on, and takes pasted text. */
export function PasswordField({ kind, rule: given, ...props }: PasswordFieldProps) {
  const { t } = useTranslation("ui");
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const rule = kind === "new" ? t("form.password_rule", { shortest: shortestPassword }) : given;
  return (
    <PasswordInput
      autoComplete={completed[kind]}
      maxLength={longestPassword}
      description={capsLock ? t("form.caps_lock") : rule}
      inputWrapperOrder={["label", "input", "description", "error"]}
      visibilityToggleButtonProps={{ "aria-label": t("form.show_password"), tabIndex: 0 }}
      // The library says it of every field but this one.
      aria-invalid={Boolean(props.error) || undefined}
      onKeyUp={watchCapsLock}
      onKeyDown={watchCapsLock}
      {...props}
    />
  );
}
