import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { AccountForm } from "./account.form.tsx";
import { makeAccount } from "./session.data.ts";

/** An account that somebody makes for themselves; it counts once the link of the mail was followed. */
export function RegisterForm() {
  const { t } = useTranslation("session");
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Stack gap="md">
      {sentTo === undefined ? (
        <AccountForm
          title={t("create")}
          text={t("create_text")}
          submit={t("create")}
          onAccount={async (account) => {
            await makeAccount(account);
            setSentTo(account.email);
          }}
        />
      ) : (
        <>
          <Title order={1}>{t("create_sent_title")}</Title>
          <Text role="status" style={{ overflowWrap: "anywhere" }}>
            {t("create_sent", { email: sentTo })}
          </Text>
        </>
      )}
      <Anchor size="sm" renderRoot={(props) => <Link to="/login" search={{}} {...props} />}>
        {t("to_login")}
      </Anchor>
    </Stack>
  );
}
