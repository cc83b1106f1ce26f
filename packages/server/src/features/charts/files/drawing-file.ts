import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { comparedName, comparedTitle } from "@offgrid/contract/charts/drawn-words";
import { distinctTitles, exportFileName, exportValue } from "@offgrid/contract/charts/export.cells";
import type { savedChartFormats } from "@offgrid/contract/charts/saved-charts.calls";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { dateText, localDate } from "@offgrid/contract/core/zone-time";
import { unitSymbols } from "@offgrid/contract/telemetry/unit-symbols";

import type { Actor } from "../../../calls/actor.ts";
import type { CallContext, FileAnswer } from "../../../calls/handler.ts";
import { type Drawing } from "../drawings/draw-definition.ts";
import { findPlaces } from "../saved/definition-places.store.ts";
import { eventRows } from "./event-rows.ts";
import { exportFile, factsOf } from "./export-file.ts";
import { onePart } from "../drawings/one-part.ts";

/** The file of a drawn chart, in the columns that all exports have. */
export async function drawingFile(
  format: (typeof savedChartFormats)[number],
  drawing: Omit<Drawing, "points">,
  drawn: DrawnChart,
  context: CallContext<Actor>,
): Promise<FileAnswer> {
  const { db, actor: viewer, clock, from } = context;
  const { language } = from;
  const columns = drawnColumns(drawn, language);
  const { t, zone } = drawn;
  const days = [drawn.from, drawn.to - 1].map((atMs) => dateText(localDate(zone, atMs)));
  const fileName = exportFileName(plainText(drawing.definition.name), days, format);
  if (format === "json")
    return { fileName, contentType: "application/json", stream: onePart(Buffer.from(jsonText(drawing, drawn))) };
  const { names } = await findPlaces(db, viewer, drawing);
  const events =
    format === "xlsx" ? await eventRows(names, drawn, { db, viewer, language, nowMs: clock.now() }) : undefined;
  const titles = columns.map(({ title }) => title);
  const source = {
    parts: onePart({ t, columns: columns.map(({ values }) => values) }),
    ...(events && { events: async () => events }),
    facts: async () => factsOf(drawn, language),
  };
  return { fileName, ...exportFile(format, titles, { zone, language }, source) };
}

interface Column {
  title: string;
  values: readonly (number | null)[];
}

/** A column of each line, and of what is laid over it, named with its unit. */
function drawnColumns(drawn: DrawnChart, language: LocaleCode): Column[] {
  const over = comparedName(drawn, language) ?? "";
  const named = drawn.lines.flatMap(({ title, unit, values, ghost }) => {
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
