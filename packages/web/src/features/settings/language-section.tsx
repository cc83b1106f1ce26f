import { NativeSelect } from "@mantine/core";
import { locales } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

export interface LanguageSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

/** The language of whoever has chosen none. It counts at once. */
export function LanguageSection({ settings: { data, usual }, onSave }: LanguageSectionProps) {
  const { t } = useTranslation("settings");
  const save = useAct(onSave);
  const choose = (code: string) => {
    const language = locales.find((locale) => locale.code === code)?.code ?? usual.language;
    void save.run({ language: language === usual.language ? null : language });
  };
  return (
    <Section title={t("language.title")}>
      <NativeSelect
        label={t("language.fields.portal")}
        description={t("language.fields.portalHelp")}
        value={data.language}
        disabled={save.isRunning}
        data={locales.map(({ code }) => ({ value: code, label: t(`language.${code}`) }))}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <FormFailure error={save.error} />
    </Section>
  );
}
