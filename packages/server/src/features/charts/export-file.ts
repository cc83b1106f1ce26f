import { setImmediate as others } from "node:timers/promises";

import type { CellValue } from "hucre/xlsx";

import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import type { ExportFormat } from "@offgrid/contract/charts/export.calls";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import {
  comparedFacts,
  containerFacts,
  csvFacts,
  dayMonthYear,
  distinctTitles,
  type ExportFact,
  exportValue,
  type FactLine,
  firstExportColumns,
  lineFacts,
  localClock,
  rangeFacts,
} from "@offgrid/contract/charts/export.cells";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { csvLine, safeText } from "@offgrid/contract/core/csv-cells";

import type { FileAnswer } from "../../calls/handler.ts";
import { offsetMs } from "@offgrid/contract/core/zone-time";

/** A stretch of an export: `columns[i][k]` is series i at `t[k]` (epoch ms), null where nothing was measured. */
export interface ExportPart {
  t: readonly number[];
  columns: readonly (readonly (number | null)[])[];
}

/** After so many rows the calls of others have their turn. */
const rowsPerPiece = 500;

type FileStream = Pick<FileAnswer, "contentType" | "stream">;

export interface ExportSource {
  /** Each is requested when the previous one has been consumed. */
  parts: AsyncIterable<ExportPart>;
  /** What is said below the values, asked for when all of them are there; left out: nothing. */
  facts?: () => Promise<readonly ExportFact[]>;
}

/** The containers of a file, its range, what is laid over its lines, what its rows stand for, and of each line what was measured and what came late. */
export function factsOf(
  { lines, groupBy, compared = null, containers = [], ...range }: Factual,
  language: LocaleCode,
): ExportFact[] {
  const clock = localClock((atMs) => offsetMs(range.zone, atMs));
  return [
    ...containerFacts(containers, language),
    ...rangeFacts(range, clock, language),
    ...comparedFacts(compared, clock, language),
    ...lineFacts(groupBy, lines, language),
  ];
}

interface Factual {
  from: number;
  to: number;
  zone: string;
  lines: readonly FactLine[];
  groupBy: ChartGroup;
  containers?: readonly string[];
  compared?: DrawnChart["compared"];
}

/** The file of a series of parts. */
export function exportFile(
  format: ExportFormat,
  titles: readonly string[],
  zone: string,
  source: ExportSource,
): FileStream {
  const distinct = distinctTitles(titles);
  return format === "csv"
    ? { contentType: "text/csv; charset=utf-8", stream: csv(distinct, zone, source) }
    : {
        contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        stream: xlsx(distinct, zone, source),
      };
}

async function* csv(titles: string[], zone: string, { parts, facts }: ExportSource): AsyncGenerator<Uint8Array> {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  // Without the byte order mark Excel does not recognise UTF-8. It is sent with the first part: until that is ready, a
  // refusal can still be answered.
  let text = `\uFEFF${csvLine([...firstExportColumns, ...titles])}`;
  for await (const { t, columns } of parts) {
    for (const [row, atMs] of t.entries()) {
      text += csvLine([atMs, dayMonthYear(clock(atMs)), ...columns.map((column) => exportValue(column[row]))]);
      if (row % rowsPerPiece !== rowsPerPiece - 1) continue;
      yield Buffer.from(text);
      text = "";
      await others();
    }
    if (text === "") continue;
    yield Buffer.from(text);
    text = "";
  }
  if (facts) text += csvFacts(await facts());
  if (text !== "") yield Buffer.from(text);
}

/** Datetime is an Excel date, which has no zone: it shows the local time. A full sheet is followed by another. */
async function* xlsx(titles: string[], zone: string, { parts, facts }: ExportSource): AsyncGenerator<Uint8Array> {
  // The library pulls rows by itself; the first part is awaited here, so that its refusal reaches the caller.
  const source = parts[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    // Loaded with the first spreadsheet, so that a start need not wait for its 70 modules.
    const { writeXlsxStream } = await import("hucre/xlsx");
    const stream = writeXlsxStream(xlsxRows(zone, source, first, facts), {
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
  facts: ExportSource["facts"],
): AsyncGenerator<CellValue[]> {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  for (let part = first; !part.done; part = await source.next()) {
    const { t, columns } = part.value;
    for (const [row, atMs] of t.entries()) {
      yield [atMs, new Date(clock(atMs)), ...columns.map((column) => exportValue(column[row]))];
      if (row % rowsPerPiece === rowsPerPiece - 1) await others();
    }
  }
  if (!facts) return;
  yield [];
  for (const fact of await facts()) yield fact.map(safeText);
}
