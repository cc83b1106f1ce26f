import { NativeSelect, TextInput } from "@mantine/core";
import type { AcMode, AcRunMode } from "@offgrid/contract/devices/ac-setting";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type AcFaults, fanChoices, type RunTexts } from "./ac-input.ts";

export interface RunFieldsProps {
  texts: RunTexts;
  wrong: AcFaults;
  /** What the unit can. */
  modes: readonly AcMode[];
  isDisabled?: boolean;
  onChange: (changes: Partial<RunTexts>) => void;
}

/** What an air conditioner does while it is on: mode, set point and fan. */
export function RunFields({ texts, wrong, modes, isDisabled = false, onChange }: RunFieldsProps) {
  const { t } = useTranslation("air-conditioning");
  const locale = useLocale();
  return (
    <>
      <NativeSelect
        label={t("mode")}
        value={texts.mode}
        disabled={isDisabled}
        data={modes.filter((mode) => mode !== "off").map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        onChange={(event) => onChange({ mode: event.currentTarget.value as AcRunMode })}
      />
      {texts.mode !== "fan" && (
        <TextInput
          label={t("setpoint")}
          inputMode="decimal"
          maxLength={4}
          disabled={isDisabled}
          value={texts.setpoint}
          error={wrong["setpoint"] && t(`wrong.${wrong["setpoint"]}`)}
          onChange={(event) => onChange({ setpoint: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t("fan")}
        value={texts.fan}
        disabled={isDisabled}
        data={fanChoices(texts.fan).map((fan) => ({
          value: fan,
          label: formatQuantityText(Number(fan), "percent", locale),
        }))}
        error={wrong["fan"] && t(`wrong.${wrong["fan"]}`)}
        onChange={(event) => onChange({ fan: event.currentTarget.value })}
      />
    </>
  );
}
