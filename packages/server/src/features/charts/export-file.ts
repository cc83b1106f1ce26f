import type { CellValue } from "hucre/xlsx";

import type { ExportFormat } from "@offgrid/contract/charts/export.calls";
import { dayMonthYear, distinctTitles, firstExportColumns, localClock } from "@offgrid/contract/charts/export.cells";
import { csvLine, safeText } from "@offgrid/contract/core/csv-cells";

import type { FileAnswer } from "../../calls/handler.ts";
import { offsetMs } from "@offgrid/contract/core/zone-time";

/** A stretch of an export: `columns[i][k]` is series i at `t[k]` (epoch ms), null where nothing was measured. */
export interface ExportPart {
  t: readonly number[];
  columns: readonly (readonly (number | null)[])[];
}

const rowsPerPiece = 500;

type FileStream = Pick<FileAnswer, "contentType" | "stream">;

/** The file of a series of parts; each part is requested when the previous one has been consumed. */
export function exportFile(
  format: ExportFormat,
  titles: readonly string[],
  zone: string,
  parts: AsyncIterable<ExportPart>,
): FileStream {
  const distinct = distinctTitles(titles);
  return format === "csv"
    ? { contentType: "text/csv; charset=utf-8", stream: csv(distinct, zone, parts) }
    : {
        contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        stream: xlsx(distinct, zone, parts),
      };
}

async function* csv(titles: string[], zone: string, parts: AsyncIterable<ExportPart>): AsyncGenerator<Uint8Array> {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  // Without the byte order mark Excel does not recognise UTF-8. It is sent with the first part: until that is ready, a
  // refusal can still be answered.
  let text = `\uFEFF${csvLine([...firstExportColumns, ...titles])}`;
  for await (const { t, columns } of parts) {
    for (const [row, atMs] of t.entries()) {
      text += csvLine([atMs, dayMonthYear(clock(atMs)), ...columns.map((column) => column[row] ?? null)]);
      if (row % rowsPerPiece !== rowsPerPiece - 1) continue;
      yield Buffer.from(text);
      text = "";
    }
    if (text === "") continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** Datetime is an Excel date, which has no zone: it shows the local time. A full sheet is followed by another. */
async function* xlsx(titles: string[], zone: string, parts: AsyncIterable<ExportPart>): AsyncGenerator<Uint8Array> {
  // The library pulls rows by itself; the first part is awaited here, so that its refusal reaches the caller.
  const source = parts[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    // Loaded with the first spreadsheet, so that a start need not wait for its 70 modules.
    const { writeXlsxStream } = await import("hucre/xlsx");
    const stream = writeXlsxStream(xlsxRows(zone, source, first), {
      name: "Data",
      columns: [
        { header: firstExportColumns[0], width: 16, numFmt: "0" },
        { header: firstExportColumns[1], width: 20, numFmt: "dd/mm/yyyy hh:mm:ss" },
        ...titles.map((title) => ({ header: safeText(title), width: 18 })),
      ],
      freezePane: { rows: 1 },
    });
    yield* stream;
  } finally {
    await source.return?.();
  }
}

async function* xlsxRows(
  zone: string,
  source: AsyncIterator<ExportPart>,
  first: IteratorResult<ExportPart>,
): AsyncGenerator<CellValue[]> {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  for (let part = first; !part.done; part = await source.next()) {
    const { t, columns } = part.value;
    for (const [row, atMs] of t.entries())
      yield [atMs, new Date(clock(atMs)), ...columns.map((column) => column[row] ?? null)];
  }
}
