import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText, type QuantityUnit } from "../../../core/format.ts";
import { mistypedMark } from "../../../ui/focus-wrong.ts";
import { NumberField } from "../../../ui/number-field.tsx";
import { useLocale } from "../../../ui/use-locale.ts";

export interface KeptNumberFieldProps {
  label: string;
  value: number;
  unit?: QuantityUnit;
  /** It may be no farther from zero than this. */
  most: number;
  onChange: (value: number) => void;
}

/**
 * A number of a chart, which is drawn with each letter and so always has one: what cannot be it stays in the field with
 * what is wrong, and the chart goes on with the number before.
 */
export function KeptNumberField({ label, value, unit = "count", most, onChange }: KeptNumberFieldProps) {
  const { t } = useTranslation(["charts", "ui"]);
  const locale = useLocale();
  const [mistyped, setMistyped] = useState<{ read: number; instead: number }>();
  // What changed the number meanwhile, such as an undo, is shown.
  const shown = mistyped?.instead === value ? mistyped : undefined;
  const change = (read = Number.NaN) => {
    const isGood = Math.abs(read) <= most;
    setMistyped(isGood ? undefined : { read, instead: value });
    if (isGood) onChange(read);
  };
  const problem = () =>
    Number.isNaN(shown?.read) ? t("ui:noNumber") : t("wrong.far", { most: formatQuantityText(most, unit, locale) });
  return (
    <NumberField
      label={label}
      value={shown ? shown.read : value}
      unit={unit}
      error={shown && problem()}
      {...mistypedMark(shown !== undefined)}
      onChange={change}
    />
  );
}
