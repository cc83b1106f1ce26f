import { Button, Text, Title } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { currentLocale, withLocale } from "../../core/i18n/locale.ts";
import { AccountForm } from "./account.form.tsx";
import { AskAgain } from "./ask-again.form.tsx";
import { ChooseForm } from "./choose.form.tsx";
import { type MailLink, forgetMailLink } from "./mail-link.ts";
import { choosePassword, setUpPortal } from "./session.data.ts";
import { SessionFrame } from "./session-frame.tsx";
import { useMailLink } from "./use-mail-link.ts";

/** The page for links that set a password: a reset, an invitation, and the first start of the portal. */
export function ResetPage() {
  const { link, key } = useMailLink();
  return <Reset key={key} link={link} />;
}

function Reset({ link }: { link: MailLink }) {
  const { t } = useTranslation(["session", "shared"]);
  const router = useRouter();
  const [state, setState] = useState<"open" | "done" | "over">(link.kind === "broken" ? "over" : "open");

  /** An expired link stays expired: there is no use in keeping the form. */
  const using = async (act: () => Promise<void>, then: () => void) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "link_over")) throw error;
      forgetMailLink();
      setState("over");
      return;
    }
    forgetMailLink();
    then();
  };

  return (
    <SessionFrame>
      {state === "over" && <LinkOver kind={link.kind} />}
      {state === "done" && (
        <>
          <Title order={1}>{t("chosen_title")}</Title>
          <Text role="status">{t("chosen_text")}</Text>
          <Button size="md" renderRoot={(props) => <Link to="/login" {...props} />}>
            {t("title")}
          </Button>
        </>
      )}
      {state === "open" && link.kind === "setup" && (
        <AccountForm
          title={t("setup_title")}
          text={t("setup_text")}
          submit={t("setup_submit")}
          onAccount={(account) =>
            using(
              () => setUpPortal(link.token, account),
              () => router.history.replace(withLocale("/", currentLocale)),
            )
          }
        />
      )}
      {state === "open" && (link.kind === "reset" || link.kind === "invitation") && (
        <ChooseForm
          title={link.kind === "invitation" ? t("invite_title") : t("shared:screen.reset_pass")}
          text={link.kind === "invitation" ? t("invite_text") : t("reset_text")}
          onPassword={(password) =>
            using(
              () => choosePassword(link.token, password),
              () => setState("done"),
            )
          }
        />
      )}
    </SessionFrame>
  );
}

function LinkOver({ kind }: { kind: MailLink["kind"] }) {
  const { t } = useTranslation(["session", "shared"]);
  const isBroken = kind === "broken";
  return (
    <>
      <Title order={1}>{isBroken ? t("broken_title") : t("over_title")}</Title>
      <Text role="alert">{kind === "setup" ? t("over_setup") : isBroken ? t("broken_text") : t("over_text")}</Text>
      {kind === "invitation" ? (
        <AskAgain />
      ) : (
        <>
          {kind !== "setup" && (
            <Button size="md" renderRoot={(props) => <Link to="/forgot-pass" {...props} />}>
              {t("forgot_submit")}
            </Button>
          )}
          <Button variant="subtle" renderRoot={(props) => <Link to="/login" {...props} />}>
            {t("to_login")}
          </Button>
        </>
      )}
    </>
  );
}
