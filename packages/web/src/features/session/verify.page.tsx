import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { Button, Loader, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";

import { ApiError } from "../../core/api/api-error.ts";
import { readSession } from "../../core/api/session-cookies.ts";
import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { Brand } from "./brand.tsx";
import { forgetMailLink, mailLinkOf } from "./mail-link.ts";
import { sendVerification, verifyAddress } from "./session.data.ts";
import { type FieldFault, emailField } from "./session.fields.ts";

type State =
  | { name: "checking" }
  | { name: "verified"; email: string }
  /** Used, too old, or cut off on its way. */
  | { name: "over" }
  | { name: "taken" }
  | { name: "failed"; error: Error };

/** Follows the link of a mail that confirms an address. */
export function VerifyPage() {
  const { t } = useTranslation(["session", "shared"]);
  const [link] = useState(() => mailLinkOf(location.hash));
  const [state, setState] = useState<State>(link.kind === "broken" ? { name: "over" } : { name: "checking" });
  const begun = useRef(false);

  const check = async () => {
    if (link.kind === "broken") return;
    setState({ name: "checking" });
    setState(await stateAfter(link.token));
  };
  useEffect(() => {
    // The link works once: a second question would say that it is over.
    if (begun.current) return;
    begun.current = true;
    void check();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <Stack gap="lg">
      <Brand subtitle={t("subtitle")} />
      <Title order={1}>{t(`verify_${state.name}`)}</Title>
      {state.name === "checking" && (
        <Stack align="center" role="status" aria-label={t("verify_checking")}>
          <Loader />
        </Stack>
      )}
      {state.name === "verified" && (
        <>
          <Text role="status" style={{ overflowWrap: "anywhere" }}>
            {t("verified_text", { email: state.email })}
          </Text>
          <GoOn />
        </>
      )}
      {state.name === "taken" && (
        <>
          <Text role="alert">{t("shared:refusal.email_used")}</Text>
          <GoOn />
        </>
      )}
      {state.name === "over" && (
        <>
          <Text role="alert">{t("verify_over_text")}</Text>
          <AskAgain />
        </>
      )}
      {state.name === "failed" && (
        <>
          <FormFailure error={state.error} />
          <Button onClick={() => void check()}>{t("shared:action.retry")}</Button>
        </>
      )}
    </Stack>
  );
}

async function stateAfter(token: string): Promise<State> {
  try {
    const email = await verifyAddress(token);
    forgetMailLink();
    return { name: "verified", email };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "link_over" || code === "email_used") forgetMailLink();
    if (code === "link_over") return { name: "over" };
    return code === "email_used" ? { name: "taken" } : { name: "failed", error: error as Error };
  }
}

function GoOn() {
  const { t } = useTranslation("session");
  const isSignedIn = readSession() !== undefined;
  return (
    <Button
      size="md"
      renderRoot={(props) => (isSignedIn ? <Link to="/users/profile" {...props} /> : <Link to="/login" {...props} />)}
    >
      {isSignedIn ? t("to_profile") : t("title")}
    </Button>
  );
}

const againForm = z.object({ email: emailField });

function AskAgain() {
  const { t } = useTranslation("session");
  const [failure, setFailure] = useState<Error>();
  const [isSent, setIsSent] = useState(false);
  const form = useForm({ resolver: standardSchemaResolver(againForm), defaultValues: { email: "" } });
  const fault = form.formState.errors.email?.message as FieldFault | undefined;
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(undefined);
    setIsSent(false);
    try {
      await sendVerification(email);
      setIsSent(true);
    } catch (error) {
      setFailure(error as Error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
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
          {t("send_again")}
        </Button>
        <FormDone text={isSent ? t("link_sent") : undefined} />
        <Button variant="subtle" renderRoot={(props) => <Link to="/login" {...props} />}>
          {t("to_login")}
        </Button>
      </Stack>
    </form>
  );
}
