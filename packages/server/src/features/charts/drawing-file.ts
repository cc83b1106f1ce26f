import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { comparedName, comparedTitle } from "@offgrid/contract/charts/drawn-words";
import {
  type ExportFact,
  csvFacts,
  dayMonthYear,
  distinctTitles,
  exportFileName,
  exportValue,
  firstExportColumns,
  localClock,
} from "@offgrid/contract/charts/export.cells";
import type { savedChartFormats } from "@offgrid/contract/charts/saved-charts.calls";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { csvLine, safeText } from "@offgrid/contract/core/csv-cells";
import { dateText, localDate, offsetMs } from "@offgrid/contract/core/zone-time";
import { unitSymbols } from "@offgrid/contract/telemetry/unit-symbols";

import type { Actor } from "../../calls/actor.ts";
import type { CallContext, FileAnswer } from "../../calls/handler.ts";
import { type Drawing } from "./draw-definition.ts";
import { dateColumn, type EventCells, eventRows } from "./event-rows.ts";
import { factsOf } from "./export-file.ts";

/** The file of a drawn chart, in the columns that all exports have. */
export async function drawingFile(
  format: (typeof savedChartFormats)[number],
  drawing: Omit<Drawing, "points">,
  drawn: DrawnChart,
  context: CallContext<Actor>,
): Promise<FileAnswer> {
  const columns = drawnColumns(drawn, context.from.language);
  const days = [drawn.from, drawn.to - 1].map((atMs) => dateText(localDate(drawn.zone, atMs)));
  const fileName = exportFileName(plainText(drawing.definition.name), days, format);
  if (format === "json") return { fileName, contentType: "application/json", stream: one(jsonText(drawing, drawn)) };
  const facts = factsOf(drawn, context.from.language);
  if (format === "csv")
    return { fileName, contentType: "text/csv; charset=utf-8", stream: one(csvText(drawn, columns) + csvFacts(facts)) };
  const { db, actor: viewer, from } = context;
  const events = await eventRows(drawing, drawn, { db, viewer, language: from.language });
  return { fileName, contentType: xlsxType, stream: xlsx(drawn, columns, { events, facts }) };
}

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface Column {
  title: string;
  values: readonly (number | null)[];
}

/** A column of each line, and of what is laid over it, named with its unit. */
export function drawnColumns({ lines, compared }: DrawnChart, language: LocaleCode): Column[] {
  const over = comparedName(compared, language) ?? "";
  const named = lines.flatMap(({ title, unit, values, ghost }) => {
    const symbol = unitSymbols[unit];
    const head = (name: string) => (symbol === "" ? name : `${name} (${symbol})`);
    return [
      { title: head(title), values },
      ...(ghost ? [{ title: head(comparedTitle(title, over)), values: ghost }] : []),
    ];
  });
  const titles = distinctTitles(named.map(({ title }) => title));
  return named.map(({ values }, index) => ({ title: titles[index] as string, values }));
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** ASCII letters, digits and dashes, as names of files are. */
export function plainText(name: string): string {
  const plain = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return plain || "chart";
}

function csvText({ t, zone }: Pick<DrawnChart, "t" | "zone">, columns: readonly Column[]): string {
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  // Without the byte order mark Excel does not recognise UTF-8.
  let text = `\uFEFF${csvLine([...firstExportColumns, ...columns.map(({ title }) => title)])}`;
  for (const [row, atMs] of t.entries())
    text += csvLine([atMs, dayMonthYear(clock(atMs)), ...columns.map(({ values }) => exportValue(values[row]))]);
  return text;
}

function jsonText({ definition }: Pick<Drawing, "definition">, drawn: DrawnChart): string {
  const { t, from, to, zone, groupBy, containers, lines, compared, faults } = drawn;
  return JSON.stringify({
    name: definition.name,
    ...{ containers, from, to, zone, compared, groupBy, t },
    series: lines.map(({ title, unit, coverage, values, ghost, late, clamped }) => ({
      ...{ title, unit, coverage, values: values.map(exportValue), late, clamped },
      ...(ghost && { compared: ghost.map(exportValue) }),
    })),
    faults,
  });
}

/** Datetime is an Excel date, which has no zone: it shows the local time. */
async function* xlsx(
  { t, zone }: DrawnChart,
  columns: readonly Column[],
  { events, facts }: { events: readonly EventCells[]; facts: readonly ExportFact[] },
): AsyncGenerator<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  const clock = localClock((atMs) => offsetMs(zone, atMs));
  yield await writeXlsx({
    sheets: [
      {
        name: "Data",
        columns: [{ width: 16, numFmt: "0" }, dateColumn, ...columns.map(() => ({ width: 18 }))],
        rows: [
          [...firstExportColumns, ...columns.map(({ title }) => safeText(title))],
          ...t.map((atMs, row) => [
            atMs,
            new Date(clock(atMs)),
            ...columns.map(({ values }) => exportValue(values[row])),
          ]),
        ],
        freezePane: { rows: 1 },
      },
      {
        name: "Events",
        columns: [dateColumn, { width: 20 }, { width: 20 }, { width: 60 }, dateColumn, dateColumn],
        rows: events.map((cells) => cells.map((cell) => (typeof cell === "string" ? safeText(cell) : cell))),
        freezePane: { rows: 1 },
      },
      {
        name: "About",
        columns: [{ width: 40 }, { width: 48 }],
        rows: facts.map((fact) => fact.map(safeText)),
      },
    ],
  });
}
