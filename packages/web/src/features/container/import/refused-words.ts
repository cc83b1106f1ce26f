import type { TFunction } from "i18next";

import type { RefusedLine } from "./import.data.ts";

/** Why a line cannot be imported, in one line. @param kind Of the file: a line of JSON has no cells. */
export function refusedWords(
  t: TFunction<"import">,
  kind: string,
  { code, column, cell, message }: RefusedLine,
): string {
  const what = { cell: cell ?? "", column: column ?? "" };
  if (code === "width") return kind === "jsonl" ? t("why.json") : t("why.width");
  if (code === "quote") return t("why.quote");
  if (cell !== null && (code === "number" || code === "time" || code === "clock_change" || code === "impossible_time"))
    return t(`why.${code}`, what);
  return t("why.other", { message });
}

/** Lines as a file for spreadsheets: cells that a spreadsheet would take for a formula are made text. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Blob {
  const cell = (value: string | number) => {
    const text = typeof value === "string" && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return new Blob([`\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`], { type: "text/csv" });
}
