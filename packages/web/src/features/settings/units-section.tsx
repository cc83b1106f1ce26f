import { NativeSelect } from "@mantine/core";
import { type ShownUnits, type UnitChoice, unitChoices, unitsOr } from "@offgrid/contract/core/unit-choices";
import { useTranslation } from "react-i18next";

import { unitSymbol } from "../../core/format.ts";
import { columns } from "../../ui/columns.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { Section } from "../../ui/section.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { PortalSettings, SettingChanges } from "./settings.data.ts";

export interface UnitsSectionProps {
  settings: PortalSettings;
  onSave: (changes: SettingChanges) => Promise<void>;
}

const isSame = (one: ShownUnits, other: ShownUnits) => one.temperature === other.temperature && one.wind === other.wind;

/** The units of whoever has chosen none. They count at once. */
export function UnitsSection({ settings: { data, usual }, onSave }: UnitsSectionProps) {
  const { t } = useTranslation("settings");
  const locale = useLocale();
  const save = useAct(onSave);
  const choose = (name: UnitChoice, value: string) => {
    const units = unitsOr(data.units, { ...data.units, [name]: value });
    void save.run({ units: isSame(units, usual.units) ? null : units });
  };
  return (
    <Section title={t("units.title")}>
      <p className="og-quiet og-flush">{t("units.help")}</p>
      <div className="og-grid og-mid og-top" style={columns(160, { isFilled: true })}>
        {(Object.keys(unitChoices) as UnitChoice[]).map((name) => (
          <NativeSelect
            key={name}
            label={t(`units.fields.${name}`)}
            value={data.units[name]}
            disabled={save.isRunning}
            data={unitChoices[name].map((unit) => ({ value: unit, label: unitSymbol(unit, locale) }))}
            onChange={(event) => choose(name, event.currentTarget.value)}
          />
        ))}
      </div>
      <FormFailure error={save.error} />
    </Section>
  );
}
