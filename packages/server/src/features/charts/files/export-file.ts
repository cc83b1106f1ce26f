import { setImmediate as others } from "node:timers/promises";

import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import type { ExportFormat } from "@offgrid/contract/charts/export.calls";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import {
  comparedFacts,
  containerFacts,
  cutEventFacts,
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
import { csvLine } from "@offgrid/contract/core/csv-cells";

import type { FileAnswer } from "../../../calls/handler.ts";
import { offsetMs } from "@offgrid/contract/core/zone-time";
import { onePart } from "../drawings/one-part.ts";
import type { EventRows } from "./event-rows.ts";
import { type Cell, type Sheet, sheetNames, workbook, xlsxType } from "./workbook.ts";

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
  /** What happened meanwhile, for a spreadsheet; asked for as the facts are. */
  events?: () => Promise<EventRows>;
  /** What is said below the values, or on a sheet of its own, asked for when all of them are there; left out: nothing. */
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
    ...comparedFacts({ ...range, compared }, clock, language),
    ...lineFacts(groupBy, lines, language),
  ];
}

interface Factual {
  from: number;
  to: number;
  zone: string;
  lines: readonly FactLine[];
  groupBy: ChartGroup;
  /** Its rows are dates, each from each container's own midnight. */
  ownDays?: boolean;
  containers?: readonly string[];
  compared?: DrawnChart["compared"];
}

interface Written {
  zone: string;
  /** Of the names of sheets. */
  language: LocaleCode;
}

/** The file of a series of parts. */
export function exportFile(
  format: ExportFormat,
  titles: readonly string[],
  { zone, language }: Written,
  source: ExportSource,
): FileStream {
  const distinct = distinctTitles(titles);
  return format === "csv"
    ? { contentType: "text/csv; charset=utf-8", stream: csv(distinct, zone, source) }
    : { contentType: xlsxType, stream: workbook(sheets(distinct, { zone, language }, source)) };
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

/** What happened as a CSV of its own, as the sheet of a spreadsheet has it. */
export function eventsFile(
  { heads, rows, cut }: EventRows,
  { zone, containers, from, to }: Pick<DrawnChart, "zone" | "containers" | "from" | "to">,
  language: LocaleCode,
): FileStream {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  const lines = rows.map((row) =>
    csvLine(row.map((cell) => (cell instanceof Date ? dayMonthYear(cell.getTime()) : cell))),
  );
  const facts = [
    ...containerFacts(containers, language),
    ...rangeFacts({ from, to, zone }, clock, language),
    ...(cut ? cutEventFacts(cut, clock, language) : []),
  ];
  const text = `\uFEFF${csvLine([...heads])}${lines.join("")}${csvFacts(facts)}`;
  return { contentType: "text/csv; charset=utf-8", stream: onePart(Buffer.from(text)) };
}

/** Datetime is the date of a spreadsheet, which has no zone: it shows the local time. */
async function* sheets(
  titles: readonly string[],
  { zone, language }: Written,
  { parts, events, facts }: ExportSource,
): AsyncGenerator<Sheet> {
  const names = sheetNames[language];
  yield {
    name: names.data,
    columns: [{ width: 16, isWhole: true }, { width: 20 }, ...titles.map(() => ({ width: 18 }))],
    head: [...firstExportColumns, ...titles],
    rows: valueRows(zone, parts),
  };
  const happened = await events?.();
  if (happened) {
    const { heads, rows } = happened;
    yield { name: names.events, columns: [20, 20, 20, 60, 20, 20].map((width) => ({ width })), head: heads, rows };
  }
  if (!facts) return;
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  const rows = [...(await facts()), ...(happened?.cut ? cutEventFacts(happened.cut, clock, language) : [])];
  yield { name: names.about, columns: [{ width: 40 }, { width: 48 }], rows };
}

async function* valueRows(zone: string, parts: ExportSource["parts"]): AsyncGenerator<Cell[]> {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  for await (const { t, columns } of parts) {
    for (const [row, atMs] of t.entries()) {
      yield [atMs, new Date(clock(atMs)), ...columns.map((column) => exportValue(column[row]))];
      if (row % rowsPerPiece === rowsPerPiece - 1) await others();
    }
  }
}
