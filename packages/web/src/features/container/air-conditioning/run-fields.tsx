import { NativeSelect, TextInput } from "@mantine/core";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { acLimits, type AcMode, type AcRunMode } from "@offgrid/contract/devices/ac-setting";
import { toTyped } from "@offgrid/contract/telemetry/shown-units";
import { useTranslation } from "react-i18next";

import { formatQuantityText, shownUnit } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import { type AcFaults, fanChoices, isOtherUnit, type RunTexts } from "./ac-input.ts";

export interface RunFieldsProps {
  texts: RunTexts;
  wrong: AcFaults;
  /** What the unit can. */
  modes: readonly AcMode[];
  isDisabled?: boolean;
  onChange: (changes: Partial<RunTexts>) => void;
}

/** In the unit in which it is typed. */
const setpointRange = (locale: LocaleCode) => {
  const { from, to } = acLimits.setpointDegC;
  return { from: toTyped(from, "degC"), to: toTyped(to, "degC"), unit: shownUnit("degC", locale) };
};

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
          label={t("setpoint", { unit: shownUnit("degC", locale) })}
          description={
            isOtherUnit() &&
            t("setpointSteps", { step: formatQuantityText(acLimits.setpointDegC.step, "degC difference", locale) })
          }
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="decimal"
          maxLength={5}
          disabled={isDisabled}
          value={texts.setpoint}
          error={wrong["setpoint"] && t(`wrong.${isOtherUnit() ? "otherSetpoint" : "setpoint"}`, setpointRange(locale))}
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
