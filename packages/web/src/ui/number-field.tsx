import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";

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
  onChange: (value: number | undefined) => void;
}

/** A number as it is typed, with its sign; keeps the text while it is being typed. */
export function NumberField({ value, isOptional = false, factor = 1, onChange, ...field }: NumberFieldProps) {
  const locale = useLocale();
  const [typed, setTyped] = useState<{ text: string; value: number | undefined }>();
  const written = value === undefined || Number.isNaN(value) ? "" : writeNumber(value / factor, locale);
  const type = (text: string) => {
    const read = text.trim() === "" && isOptional ? undefined : readIn(text, factor);
    setTyped({ text, value: read });
    onChange(read);
  };
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      inputWrapperOrder={["label", "input", "description", "error"]}
      // What came from elsewhere since is written anew.
      value={typed && Object.is(typed.value, value) ? typed.text : written}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** Parts of a second are not kept. */
function readIn(text: string, factor: number): number {
  const read = readSigned(text) * factor;
  return factor === 1 ? read : Math.round(read);
}

/** NaN: it is no number. Keyboards and copied figures have two kinds of minus. */
export function readSigned(text: string): number {
  const [, sign, rest = ""] = /^\s*([-−]?)\s*(.*)$/.exec(text) ?? [];
  return (readNumber(rest) ?? Number.NaN) * (sign === "" ? 1 : -1);
}
