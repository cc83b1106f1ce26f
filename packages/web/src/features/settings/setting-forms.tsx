import { AccessSection } from "./access-section.tsx";
import { KeptSection, type KeptSectionProps } from "./kept-section.tsx";
import { LanguageSection } from "./language-section.tsx";
import { LogoSection, type LogoSectionProps } from "./logo-section.tsx";
import { MapSection } from "./map-section.tsx";
import { NameSection } from "./name-section.tsx";
import { SupportHoursSection } from "./support-hours-section.tsx";
import { TimesSection } from "./times-section.tsx";
import { UnitsSection } from "./units-section.tsx";

/** All settings of the whole portal. */
export function SettingForms({ settings, onSave, onLogo }: KeptSectionProps & { onLogo: LogoSectionProps["onSave"] }) {
  return (
    <div className="og-stack og-words">
      <NameSection settings={settings} onSave={onSave} />
      <LogoSection logo={settings.logo} onSave={onLogo} />
      <LanguageSection settings={settings} onSave={onSave} />
      <UnitsSection settings={settings} onSave={onSave} />
      <MapSection settings={settings} onSave={onSave} />
      <SupportHoursSection settings={settings} onSave={onSave} />
      <TimesSection settings={settings} onSave={onSave} />
      <AccessSection settings={settings.data} onSave={onSave} />
      <KeptSection settings={settings} onSave={onSave} />
    </div>
  );
}
