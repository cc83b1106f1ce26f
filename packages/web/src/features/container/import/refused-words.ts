import { csvLine } from "@offgrid/contract/core/csv-cells";
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
  if (cell === null || code === "columns" || code === "mapping" || code === "empty") return t("why.other", { message });
  return t(`why.${code}`, what);
}

/**
 * The refused lines of a file, for spreadsheets.
 * @param end Of its name, after that of the file: "refused".
 * @param conflictsAt Times at which another value was there already, ISO 8601.
 */
export function refusedFile(
  t: TFunction<"import">,
  file: { name: string; kind: string },
  { end, refused, conflictsAt = [] }: RefusedLines,
): { name: string; contents: Blob } {
  const rows = [
    [t("report.line"), t("report.column"), t("report.reason")],
    ...refused.map((one) => [one.line, one.column, refusedWords(t, file.kind, one)]),
    ...conflictsAt.map((at) => [null, at, t("report.conflict")]),
  ];
  return {
    name: `${file.name.replace(/\.[a-z]+$/i, "")}-${end}.csv`,
    contents: new Blob([`\uFEFF${rows.map(csvLine).join("")}`], { type: "text/csv;charset=utf-8" }),
  };
}

interface RefusedLines {
  end: string;
  refused: readonly RefusedLine[];
  conflictsAt?: readonly string[];
}
