import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { ApiError } from "../../core/api/api-error.ts";
import { readSession } from "../../core/api/session-cookies.ts";
import { config } from "../../core/config.ts";
import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import { safeNext } from "../../core/same-origin.ts";
import { Brand } from "./brand.tsx";
import { DemoAccounts } from "./demo-accounts.tsx";
import { signIn } from "./session.data.ts";

// Compiled checks would need `new Function`, which the page's policy forbids.
z.config({ jitless: true });

const loginForm = z.object({
  email: z
    .string()
    .check(z.trim(), z.minLength(1, { error: "fill_email", abort: true }), z.email({ error: "bad_email" })),
  password: z.string().check(z.minLength(1, { error: "fill_fields" }), z.maxLength(128)),
});
type LoginForm = z.infer<typeof loginForm>;
type FieldError = "fill_email" | "bad_email" | "fill_fields";

export function LoginPage() {
  const { t } = useTranslation(["session", "shared"]);
  const router = useRouter();
  const { next } = useSearch({ from: "/blank/login" });
  const [failure, setFailure] = useState<ApiError>();
  const [waitS, setWaitS] = useCountdown();
  const [capsLock, setCapsLock] = useState(false);
  const form = useForm<LoginForm>({
    resolver: standardSchemaResolver(loginForm),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const goOn = () => router.history.replace(withLocale(safeNext(next, location.origin), currentLocale));

  useEffect(() => {
    if (readSession()) goOn();
    // Only on arrival: a sign-in from this form goes on by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const submit = form.handleSubmit(async ({ email, password }) => {
    setFailure(undefined);
    try {
      await signIn(email, password);
      goOn();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      if (error.code === "too_many") setWaitS(error.retryAfterS ?? 60);
      if (error.code === "bad_login") form.setFocus("password", { shouldSelect: true });
    }
  });

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  const fieldError = (name: keyof LoginForm) => {
    const message = errors[name]?.message as FieldError | undefined;
    return message && t(message);
  };

  return (
    <Stack gap="lg">
      <Brand subtitle={t("subtitle")} />
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Title order={1}>{t("title")}</Title>
          {failure && (
            <Alert color="red" variant="light" role="alert">
              <Text c="var(--og-danger)">{failureText(failure)}</Text>
            </Alert>
          )}
          <TextInput
            label={t("email")}
            type="email"
            autoComplete="username"
            inputMode="email"
            error={fieldError("email")}
            {...form.register("email")}
          />
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            error={fieldError("password")}
            description={capsLock ? t("caps_lock") : undefined}
            inputWrapperOrder={["label", "input", "description", "error"]}
            visibilityToggleButtonProps={{ "aria-label": t("show_password"), tabIndex: 0 }}
            onKeyUp={watchCapsLock}
            onKeyDown={watchCapsLock}
            {...form.register("password")}
          />
          <Button type="submit" size="md" loading={isSubmitting} disabled={waitS > 0}>
            {t("submit")}
          </Button>
          <Anchor size="sm" renderRoot={(props) => <Link to="/forgot-pass" {...props} />}>
            {t("forgot")}
          </Anchor>
        </Stack>
      </form>
      {config.demo && (
        <DemoAccounts
          onChoose={(email, password) => {
            form.setValue("email", email, { shouldValidate: true });
            form.setValue("password", password, { shouldValidate: true });
          }}
        />
      )}
    </Stack>
  );

  function failureText(error: ApiError): string {
    if (error.code === "too_many") return waitS > 0 ? t("wait", { seconds: waitS }) : t("shared:refusal.too_many");
    if (error.status === 0 || error.status >= 500) return t("down");
    return t(`shared:refusal.${error.code}`);
  }
}

/** Seconds that run down to 0. */
function useCountdown(): [number, (seconds: number) => void] {
  const [endMs, setEndMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (endMs <= Date.now()) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [endMs]);
  const start = (seconds: number) => {
    setNowMs(Date.now());
    setEndMs(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((endMs - nowMs) / 1000)), start];
}
