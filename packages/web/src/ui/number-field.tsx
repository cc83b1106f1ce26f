import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { fromTyped, type QuantityUnit, toTyped } from "../core/format.ts";
import { readNumber, writeNumber } from "../core/typed-number.ts";
import { useLocale } from "./use-locale.ts";

export interface NumberFieldProps {
  label: string;
  description?: string;
  /** NaN: what is typed is no number; undefined: the field is empty. */
  value: number | undefined;
  error: ReactNode;
  /** An empty field is undefined, and not a number that is missing. */
  isOptional?: boolean;
  /** What one of the field is in the number that is kept: 60 for minutes that are kept in seconds. */
  factor?: number;
  /** What the number that is kept is in; it is shown and typed in the unit that is read. */
  unit?: QuantityUnit | undefined;
  onChange: (value: number | undefined) => void;
}

/** A number as it is typed, with its sign; keeps the text while it is being typed, and says at once that it is no number. */
export function NumberField({
  value,
  isOptional = false,
  factor = 1,
  unit = "count",
  error,
  onChange,
  ...field
}: NumberFieldProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const [typed, setTyped] = useState<{ text: string; value: number | undefined; unit: QuantityUnit }>();
  const written = value === undefined || Number.isNaN(value) ? "" : writeNumber(toTyped(value / factor, unit), locale);
  const type = (text: string) => {
    const read = text.trim() === "" && isOptional ? undefined : fromTyped(readIn(text, factor), unit);
    setTyped({ text, value: read, unit });
    onChange(read);
  };
  const shown = typed && typed.unit === unit && Object.is(typed.value, value) ? typed.text : written;
  return (
    <TextInput
      {...field}
      error={shown.trim() !== "" && Number.isNaN(value) ? t("noNumber") : error}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      inputWrapperOrder={["label", "input", "description", "error"]}
      // What came from elsewhere since is written anew.
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** Without what the multiplication adds; parts of what is kept are for the form to refuse, which would say something else. */
function readIn(text: string, factor: number): number {
  const read = readSigned(text) * factor;
  if (factor === 1) return read;
  return Math.abs(read - Math.round(read)) < 1e-6 ? Math.round(read) : read;
}

/** NaN: it is no number. Keyboards and copied figures have two kinds of minus. */
export function readSigned(text: string): number {
  const [, sign, rest = ""] = /^\s*([-−]?)\s*(.*)$/.exec(text) ?? [];
  return (readNumber(rest) ?? Number.NaN) * (sign === "" ? 1 : -1);
}
