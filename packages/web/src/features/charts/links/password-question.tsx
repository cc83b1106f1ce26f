import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../../core/api/api-error.ts";
import { formatTime } from "../../../core/time.ts";
import { FormFailure } from "../../../ui/form-notes.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { browserZone, useLocale } from "../../../ui/use-locale.ts";

const minuteMs = 60_000;

interface PasswordQuestionProps {
  /** Why the last one opened nothing, and when that was said, epoch ms. */
  refused: { error: Error; atMs: number } | undefined;
  isAsking: boolean;
  onGive: (password: string) => void;
}

/** Asks whoever opens a link for its password. */
export function PasswordQuestion({ refused, isAsking, onGive }: PasswordQuestionProps) {
  const { t } = useTranslation("charts");
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isWrong = refused !== undefined && isOfCode(refused.error, "password_needed");
  // What was wrong is heard and can be written again at once.
  useEffect(() => {
    field.current?.focus();
    if (isWrong) field.current?.select();
  }, [isWrong, refused?.atMs]);
  const give = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === "");
    if (password !== "") onGive(password);
  };
  const fault = isMissing ? t("public.noPassword") : isWrong && !isAsking ? t("public.wrong") : undefined;
  return (
    <form className="og-stack" noValidate style={{ maxWidth: 400 }} onSubmit={give}>
      <p className="og-note og-flush">{t("public.lockedWhy")}</p>
      {refused && !isWrong && !isAsking && <Refused {...refused} />}
      <PasswordField
        ref={field}
        kind="shared"
        label={t("public.password")}
        error={fault}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <div>
        <Button type="submit" loading={isAsking}>
          {t("public.open")}
        </Button>
      </div>
    </form>
  );
}

export const isOfCode = (error: unknown, code: ApiError["code"]) => error instanceof ApiError && error.code === code;

/** A wait of minutes is told by the clock: seconds of it would be over before they are counted. */
function Refused({ error, atMs }: { error: Error; atMs: number }) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const waitMs = error instanceof ApiError && error.code === "too_many" ? (error.retryAfterS ?? 0) * 1_000 : 0;
  if (waitMs < minuteMs) return <FormFailure error={error} />;
  const untilMs = Math.ceil((atMs + waitMs) / minuteMs) * minuteMs;
  return (
    <p role="alert" className="og-flush" style={{ color: "var(--og-danger)" }}>
      {t("public.waitUntil", { time: formatTime(untilMs, "time", browserZone, locale) })}
    </p>
  );
}
