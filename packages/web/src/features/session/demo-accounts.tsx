import { Button, Paper, Stack, Text } from "@mantine/core";
import { roleTable, roles } from "@offgrid/contract/core/access";
import { useTranslation } from "react-i18next";

import classes from "./demo-accounts.module.css";

const demoPassword = "offgrid-demo";

/** The accounts of the demonstration; a click fills the form. */
export function DemoAccounts({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  const { t } = useTranslation("session");
  return (
    <Paper withBorder p="md" bg="var(--og-surface-2)">
      <Stack gap="xs">
        <Text fw={600}>{t("demo_title")}</Text>
        <Text size="sm">{t("demo_text")}</Text>
        {roles.map((role) => {
          const email = `${role}@demo.offgrid`;
          return (
            <Button
              key={role}
              variant="default"
              size="xs"
              classNames={{ root: classes.account, label: classes.label }}
              onClick={() => onChoose(email, demoPassword)}
            >
              <span>{email}</span>
              <span className="og-beside">{roleTable[role].label}</span>
            </Button>
          );
        })}
      </Stack>
    </Paper>
  );
}
