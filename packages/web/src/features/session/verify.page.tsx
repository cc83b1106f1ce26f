import { Button, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { readSession } from "../../core/api/session-cookies.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { AskAgain } from "./ask-again.form.tsx";
import { type MailLink, forgetMailLink } from "./mail-link.ts";
import { verifyAddress } from "./session.data.ts";
import { Checking, SessionFrame } from "./session-frame.tsx";
import { useMailLink } from "./use-mail-link.ts";

type State =
  /** Nothing changes before the person confirms: programs that scan mails open links too. */
  | { name: "asking" }
  | { name: "checking" }
  | { name: "verified" | "agreed"; email: string }
  /** Used, too old, or cut off on its way. */
  | { name: "over" }
  | { name: "taken" }
  | { name: "failed"; error: Error };

/** Follows the link of a mail that confirms an address, or asks for consent to a new address. */
export function VerifyPage() {
  const { link, key } = useMailLink();
  return <Verification key={key} link={link} />;
}

function Verification({ link }: { link: MailLink }) {
  const { t } = useTranslation(["session", "shared"]);
  const [state, setState] = useState<State>(() => firstState(link));
  const begun = useRef(false);

  const check = async () => {
    if (link.kind === "broken") return;
    setState({ name: "checking" });
    setState(await stateAfter(link.token));
  };
  useEffect(() => {
    // The link works once: a second request would say that it has expired.
    if (begun.current || link.kind === "agreement") return;
    begun.current = true;
    void check();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each link, which is the key of this part
  }, []);

  return (
    <SessionFrame>
      <Title order={1}>{t(`verify_${state.name}`)}</Title>
      {state.name === "checking" && <Checking label={t("verify_checking")} />}
      {state.name === "asking" && (
        <>
          <Text>{t("verify_asking_text")}</Text>
          <Button size="md" onClick={() => void check()}>
            {t("verify_agree")}
          </Button>
        </>
      )}
      {(state.name === "verified" || state.name === "agreed") && (
        <>
          <Text role="status" style={{ overflowWrap: "anywhere" }}>
            {t(state.name === "agreed" ? "agreed_text" : "verified_text", { email: state.email })}
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
    </SessionFrame>
  );
}

function firstState({ kind }: MailLink): State {
  if (kind === "broken") return { name: "over" };
  return { name: kind === "agreement" ? "asking" : "checking" };
}

async function stateAfter(token: string): Promise<State> {
  try {
    const { email, waitsForNewAddress } = await verifyAddress(token);
    forgetMailLink();
    return { name: waitsForNewAddress ? "agreed" : "verified", email };
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
