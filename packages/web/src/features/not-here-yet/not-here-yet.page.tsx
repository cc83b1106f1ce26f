import { Alert, Anchor, Stack, Text, Title } from "@mantine/core";
import { IconBarrierBlock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { readSession } from "../../core/api/session-cookies.ts";
import { type ScreenName, useScreen } from "../../core/screen.ts";
import type texts from "./not-here-yet.en.json";

/** Screens that are announced but not built. */
type LaterScreen = ScreenName & keyof typeof texts;

/** Says honestly that a screen is not here yet, and what it will do. */
export function NotHereYetPage() {
  const { t } = useTranslation(["not-here-yet", "shared"]);
  const screen = useScreen() as LaterScreen | undefined;
  if (screen === undefined) return null;
  return (
    <Stack gap="md" maw={640}>
      <Title order={1}>{t(`shared:screen.${screen}`)}</Title>
      <Alert icon={<IconBarrierBlock aria-hidden />} title={t("notice")} variant="light">
        <Text>{t(screen)}</Text>
      </Alert>
      {readSession() ? (
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t("shared:action.home")}</Anchor>
      ) : (
        <Anchor renderRoot={(props) => <Link to="/login" {...props} />}>{t("shared:screen.login")}</Anchor>
      )}
    </Stack>
  );
}
