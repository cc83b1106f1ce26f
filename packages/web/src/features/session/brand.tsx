import { Group, Stack, Text } from "@mantine/core";
import { PortalMark } from "../../ui/portal-mark.tsx";

import { config } from "../../core/config.ts";

/** The portal's mark and name. */
export function Brand({ subtitle }: { subtitle: string }) {
  return (
    <Group gap="md" wrap="nowrap">
      <PortalMark size={48} />
      <Stack gap={0}>
        <Text size="xl" fw={600}>
          {config.portalName}
        </Text>
        <Text c="dimmed">{subtitle}</Text>
      </Stack>
    </Group>
  );
}
