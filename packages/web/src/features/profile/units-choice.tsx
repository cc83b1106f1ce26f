import { Input, NativeSelect } from "@mantine/core";
import { type ShownUnits, type UnitChoice, unitChoices } from "@offgrid/contract/core/unit-choices";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { unitSymbol } from "../../core/format.ts";
import { columns } from "../../ui/columns.ts";
import { useLocale } from "../../ui/use-locale.ts";

interface Props {
  /** What the person has chosen; what is absent is as the portal has it. */
  units: Partial<Record<UnitChoice, string>>;
  onChoose: (units: Partial<ShownUnits>) => void;
}

const choices = Object.keys(unitChoices) as UnitChoice[];

/** In which units temperatures and wind are shown and typed. */
export function UnitsChoice({ units, onChoose }: Props) {
  const { t } = useTranslation("profile");
  const locale = useLocale();
  const id = useId();
  const choose = (name: UnitChoice, value: string) => {
    const next = { ...units, [name]: value };
    const chosen = choices.flatMap((one) => {
      const unit = unitChoices[one].find((known) => known === next[one]);
      return unit === undefined ? [] : [[one, unit] as const];
    });
    onChoose(Object.fromEntries(chosen));
  };
  return (
    <Input.Wrapper label={t("units")} description={t("units_help")} labelElement="div" labelProps={{ id }}>
      <div
        role="group"
        aria-labelledby={id}
        className="og-grid og-mid og-top"
        style={{ ...columns(160, { isFilled: true }), marginTop: 8 }}
      >
        {choices.map((name) => (
          <NativeSelect
            key={name}
            label={t(`units_${name}`)}
            value={units[name] ?? ""}
            data={[
              { value: "", label: t("units_portal") },
              ...unitChoices[name].map((unit) => ({ value: unit, label: unitSymbol(unit, locale) })),
            ]}
            onChange={(event) => choose(name, event.currentTarget.value)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
