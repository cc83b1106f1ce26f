import type { LocaleCode } from "@offgrid/contract/core/constants";

import { formatLocales } from "./format.ts";

/** What people write: Number() also reads "0x10" and "1e5". */
const plainNumber = /^(?:\d+\.?\d*|\.\d+)$/;

/** A number as somebody typed it, with a point or a comma; undefined: it is none. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(",", ".");
  return plainNumber.test(plain) ? Number(plain) : undefined;
}

/** A number with every digit that it has, as it can be typed again; empty where there is none. */
export function writeNumber(value: number | null | undefined, locale: LocaleCode): string {
  if (value === null || value === undefined) return "";
  return new Intl.NumberFormat(formatLocales[locale], { useGrouping: false, maximumFractionDigits: 20 }).format(value);
}
