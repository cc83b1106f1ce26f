import { Alert } from "@mantine/core";
import { useRouter, useSearch } from "@tanstack/react-router";
import { Suspense, lazy, useEffect } from "react";
import { useTranslation } from "react-i18next";

import { readSession } from "../../core/api/session-cookies.ts";
import { loadChunk } from "../../core/chunk.ts";
import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import { safeNext } from "../../core/same-origin.ts";
import { LeftNote } from "./left-note.tsx";
import { LoginForm } from "./login.form.tsx";
import { useLoginOptions } from "./session.data.ts";
import { SessionFrame } from "./session-frame.tsx";

const RegisterForm = lazy(() =>
  loadChunk(() => import("./register.form.tsx")).then((part) => ({ default: part.RegisterForm })),
);

/** The sign-in; where the portal lets people make accounts, also the form for one. Leads on to the page that was wanted. */
export function LoginPage() {
  const { t } = useTranslation("session");
  const router = useRouter();
  const { next, create } = useSearch({ from: "/blank/login" });
  const options = useLoginOptions();
  const goOn = () => router.history.replace(withLocale(safeNext(next, location.origin), currentLocale));

  useEffect(() => {
    if (readSession()) goOn();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only on arrival: a sign-in from this form goes on by itself
  }, []);

  return (
    <SessionFrame>
      <LeftNote />
      {options?.setup && (
        <Alert color="brand" variant="light">
          {t("setup_hint")}
        </Alert>
      )}
      {create ? (
        <Suspense fallback={null}>
          <RegisterForm />
        </Suspense>
      ) : (
        <LoginForm
          onSignedIn={goOn}
          mayCreate={options?.registration ?? false}
          provider={options?.provider ?? undefined}
        />
      )}
    </SessionFrame>
  );
}
