import { Stack, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

const choices = ["registration", "chartLinks"] as const;

export interface AccessSectionProps {
  settings: PortalSettings["data"];
  onSave: (changes: SettingChanges) => Promise<void>;
}

/** Who gets in without being invited. Each choice counts at once. */
export function AccessSection({ settings, onSave }: AccessSectionProps) {
  const { t } = useTranslation("settings");
  const save = useAct(onSave);
  return (
    <Section title={t("access.title")}>
      <Stack gap="sm">
        {choices.map((name) => (
          <Switch
            key={name}
            label={t(`access.fields.${name}`)}
            description={t(`access.fields.${name}Help`)}
            checked={settings[name]}
            disabled={save.isRunning}
            onChange={(event) => void save.run({ [name]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <FormFailure error={save.error} />
      <FormDone text={save.isDone ? t("access.saved") : undefined} />
    </Section>
  );
}
