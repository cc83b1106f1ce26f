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
import { eventRows, eventsIn } from "./event-rows.ts";
import { eventsFile, exportFile, factsOf } from "./export-file.ts";
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
  const { t, zone } = drawn;
  const days = [drawn.from, drawn.to - 1].map((atMs) => dateText(localDate(zone, atMs)));
  const name = plainText(drawing.definition.name);
  const { names } = await findPlaces(db, viewer, drawing);
  const reader = { db, viewer, language, nowMs: clock.now() };
  if (format === "json") {
    const text = jsonText(drawing, drawn, await eventsIn(names, drawn, reader));
    const stream = onePart(Buffer.from(text));
    return { fileName: exportFileName(name, days, format), contentType: "application/json", stream };
  }
  if (format === "events") {
    const happened = await eventRows(names, drawn, reader);
    return {
      fileName: exportFileName(`${name}-events`, days, "csv"),
      ...eventsFile(happened, { ...drawn, containers: [...names.values()] }, language),
    };
  }
  const events = format === "xlsx" ? await eventRows(names, drawn, reader) : undefined;
  const columns = drawnColumns(drawn, language);
  const titles = columns.map(({ title }) => title);
  const source = {
    parts: onePart({ t, columns: columns.map(({ values }) => values) }),
    ...(events && { events: async () => events }),
    facts: async () => factsOf(drawn, language),
  };
  return { fileName: exportFileName(name, days, format), ...exportFile(format, titles, { zone, language }, source) };
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

function jsonText(
  { definition }: Pick<Drawing, "definition">,
  drawn: DrawnChart,
  { events, cut }: Awaited<ReturnType<typeof eventsIn>>,
): string {
  const { t, from, to, zone, groupBy, containers, lines, compared, faults } = drawn;
  return JSON.stringify({
    name: definition.name,
    ...{ containers, from, to, zone, compared, groupBy, t },
    series: lines.map(({ title, unit, coverage, values, ghost, late, clamped }) => ({
      ...{ title, unit, coverage, values: values.map(exportValue), late, clamped },
      ...(ghost && { compared: ghost.map(exportValue) }),
    })),
    faults,
    events,
    eventsFrom: cut?.fromMs ?? from,
  });
}
