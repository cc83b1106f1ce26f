import { Button, Loader, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { readSession } from "../../core/api/session-cookies.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { AskAgain } from "./ask-again.form.tsx";
import { Brand } from "./brand.tsx";
import { forgetMailLink, mailLinkOf } from "./mail-link.ts";
import { verifyAddress } from "./session.data.ts";

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
