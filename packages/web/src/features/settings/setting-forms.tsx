import { AccessSection } from "./access-section.tsx";
import { KeptSection, type KeptSectionProps } from "./kept-section.tsx";
import { NameSection } from "./name-section.tsx";
import { SupportHoursSection } from "./support-hours-section.tsx";

/** All settings of the whole portal. */
export function SettingForms({ settings, onSave }: KeptSectionProps) {
  return (
    <div className="og-stack og-words">
      <NameSection settings={settings} onSave={onSave} />
      <SupportHoursSection settings={settings} onSave={onSave} />
      <AccessSection settings={settings.data} onSave={onSave} />
      <KeptSection settings={settings} onSave={onSave} />
    </div>
  );
}
