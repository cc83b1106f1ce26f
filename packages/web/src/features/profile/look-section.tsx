import { Button, Checkbox, Input, NativeSelect, SegmentedControl, Stack } from "@mantine/core";
import { type LocaleCode, locales } from "@offgrid/contract/core/constants";
import type { MenuEntry } from "@offgrid/contract/core/menu";
import type { ShownUnits } from "@offgrid/contract/core/unit-choices";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { OwnSetting } from "../../domain/account/own-setting.data.ts";
import type { ScreenName } from "../../core/screen.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { Section } from "../../ui/section.tsx";
import { UnitsChoice } from "./units-choice.tsx";

interface Props {
  setting: OwnSetting;
  /** What is kept: that of mails. The page may be in another, by its address. */
  language: LocaleCode;
  /** Entries of the menu that are off until they are switched on here. */
  entries: readonly MenuEntry[];
  onSave: (setting: OwnSetting) => Promise<void>;
  onLanguage: (language: LocaleCode) => Promise<void>;
  onUnits: (units: Partial<ShownUnits>) => Promise<void>;
}

const themes = ["light", "dark", "system"] as const;
const densities = ["comfortable", "compact"] as const;

/** Language, units, theme, density, menu and keys. Each counts as soon as it is chosen. */
export function LookSection({ setting, language, entries, onSave, onLanguage, onUnits }: Props) {
  const { t } = useTranslation(["profile", "shared"]);
  const save = useAct(onSave);
  const speak = useAct(onLanguage);
  const measure = useAct(onUnits);
  const themeId = useId();
  const densityId = useId();
  return (
    <Section title={t("look")}>
      <LanguageChoice language={language} isSaving={speak.isRunning} onLanguage={(next) => void speak.run(next)} />
      <UnitsChoice units={setting.units ?? {}} onChoose={(units) => void measure.run(units)} />
      <Input.Wrapper label={t("theme")} labelElement="div" labelProps={{ id: themeId }}>
        <SegmentedControl
          fullWidth
          color="brand"
          aria-labelledby={themeId}
          value={setting.theme ?? "system"}
          onChange={(value) => void save.run({ theme: themes.find((theme) => theme === value) })}
          data={themes.map((theme) => ({ value: theme, label: t(`theme_${theme}`) }))}
        />
      </Input.Wrapper>
      <Input.Wrapper label={t("density")} labelElement="div" labelProps={{ id: densityId }}>
        <SegmentedControl
          fullWidth
          color="brand"
          aria-labelledby={densityId}
          value={setting.density ?? "comfortable"}
          onChange={(value) => void save.run({ density: densities.find((density) => density === value) })}
          data={densities.map((density) => ({ value: density, label: t(`density_${density}`) }))}
        />
      </Input.Wrapper>
      <MenuChoice setting={setting} entries={entries} onSave={(next) => void save.run(next)} />
      <Checkbox
        label={t("shortcuts")}
        description={t("shortcuts_help")}
        checked={setting.shortcuts !== false}
        onChange={(event) => void save.run({ shortcuts: event.currentTarget.checked })}
      />
      <FormFailure error={save.error ?? speak.error ?? measure.error} />
    </Section>
  );
}

interface LanguageProps {
  language: LocaleCode;
  isSaving: boolean;
  onLanguage: (language: LocaleCode) => void;
}

/** Where the page is in another language than mails, either may follow the other. */
function LanguageChoice({ language, isSaving, onLanguage }: LanguageProps) {
  const { t, i18n } = useTranslation(["profile", "shared"]);
  const shown = locales.find(({ code }) => code === i18n.language);
  const kept = locales.find(({ code }) => code === language);
  // In a sentence a language is called as that of the sentence calls it.
  const nameOf = (code: LocaleCode) => new Intl.DisplayNames(i18n.language, { type: "language" }).of(code) ?? code;
  return (
    <>
      <NativeSelect
        label={t("shared:language")}
        description={t("language_help")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={language}
        disabled={isSaving}
        onChange={(event) => onLanguage(event.currentTarget.value as LocaleCode)}
        data={locales.map(({ code, name }) => ({ value: code, label: name }))}
      />
      {shown && kept && shown !== kept && (
        <div className="og-line">
          <span className="og-note">{t("language_other", { shown: nameOf(shown.code), kept: nameOf(kept.code) })}</span>
          {[kept, shown].map(({ code, name }) => (
            <Button key={code} variant="subtle" size="compact-md" disabled={isSaving} onClick={() => onLanguage(code)}>
              {t("language_all", { name })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Which of the entries that are hidden by default the menu shows. */
function MenuChoice({
  setting,
  entries,
  onSave,
}: Pick<Props, "setting" | "entries"> & { onSave: (setting: OwnSetting) => void }) {
  const { t } = useTranslation(["profile", "shared"]);
  const shown = setting.menu ?? [];
  if (entries.length === 0) return null;
  return (
    <Checkbox.Group
      label={t("menu")}
      description={t("menu_help")}
      value={shown.filter((id) => entries.some((entry) => entry.id === id))}
      onChange={(chosen) => {
        const others = shown.filter((id) => !entries.some((entry) => entry.id === id));
        onSave({ menu: [...others, ...chosen] });
      }}
    >
      <Stack gap="xs" mt="xs">
        {entries.map(({ id, label }) => (
          <Checkbox key={id} value={id} label={t(`shared:screen.${label as ScreenName}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
