import { Group, Loader, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { PortalMark } from "../../ui/portal-mark.tsx";

/** What each page around the sign-in stands in: the portal's mark and name, and below them its contents. */
export function SessionFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("session");
  return (
    <Stack gap="lg">
      <Group gap="md" wrap="nowrap">
        <PortalMark size={48} />
        <Stack gap={0}>
          <Text size="xl" fw={600}>
            {config.portalName}
          </Text>
          <Text c="dimmed">{t("subtitle")}</Text>
        </Stack>
      </Group>
      {children}
    </Stack>
  );
}

/** While the portal looks at what a link brought. */
export function Checking({ label }: { label: string }) {
  return (
    <Stack align="center" role="status" aria-label={label}>
      <Loader />
    </Stack>
  );
}
