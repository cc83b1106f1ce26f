import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { type CutEvents, firstExportColumns, localClock } from "@offgrid/contract/charts/export.cells";
import type { ChartFileEvent } from "@offgrid/contract/charts/saved-charts.calls";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { offsetMs } from "@offgrid/contract/core/zone-time";
import { eventWordsIn } from "@offgrid/contract/events/event-catalogue";
import { whoText } from "@offgrid/contract/events/event-say";
import { eventText, type EventWords } from "@offgrid/contract/events/event-text";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import { worksIn } from "@offgrid/contract/works/works-in";

import type { Viewer } from "../../../calls/scope.ts";
import type { Db } from "../../../core/db.ts";
import { listNotifications } from "../../notifications/notifications.store.ts";
import { listNotes, type NoteRow } from "../../notes/notes.store.ts";
import { listWarnings } from "../../warnings/warnings.store.ts";
import { listWorksWithin, type WorksRow } from "../../works/works.store.ts";

const mostEvents = 2_000;

/** Times stand as the dates of a spreadsheet, which have no zone: they show the local time. Null: it has none. */
export interface EventRows {
  heads: readonly string[];
  rows: readonly (readonly (Date | string | null)[])[];
  /** What is said of rows that are not all; undefined: they are. */
  cut?: CutEvents;
}

/** Only what this person sees is in it. */
interface Reader {
  db: Db;
  viewer: Viewer;
  language: LocaleCode;
  nowMs: number;
}

/** The first column is called as that of the values. */
const words = {
  en: {
    heads: [firstExportColumns[1], "Container", "Level", "Event", "Since", "Ended"],
    levels: { info: "Information", warning: "Warning", critical: "Critical" },
    works: (who: string, reason: string) => `Works by ${who}: ${reason}`,
    planned: (who: string, reason: string) => `Works planned by ${who}: ${reason}`,
    note: (who: string, text: string) => `Note by ${who}: ${text}`,
  },
  fr: {
    heads: [firstExportColumns[1], "Conteneur", "Niveau", "Événement", "Depuis", "Fin"],
    levels: { info: "Information", warning: "Alerte", critical: "Critique" },
    works: (who: string, reason: string) => `Travaux de ${who}\u00A0: ${reason}`,
    planned: (who: string, reason: string) => `Travaux prévus par ${who}\u00A0: ${reason}`,
    note: (who: string, text: string) => `Note de ${who}\u00A0: ${text}`,
  },
} satisfies Record<LocaleCode, object>;

type Drawn = Pick<DrawnChart, "from" | "to" | "zone">;

interface Row {
  /** When it happened, began, or was raised. */
  atMs: number;
  level: "info" | "warning" | "critical";
  text: string;
  /** Of a warning and of works: since when it was so, which a rule may have found later, and when it was over. */
  sinceMs?: number;
  endedMs?: number;
}

/**
 * What happened at containers in a range, newest first, of more than a file is for the newest of all. A warning is one, and
 * so are works, as each is one band on the chart, whether it began in the range or lasted into it. Notes that people wrote on
 * a time stand among them.
 * @param names Of the containers, by id.
 */
export async function eventsIn(
  names: ReadonlyMap<string, string>,
  drawn: Drawn,
  to: Reader,
): Promise<{ events: ChartFileEvent[]; cut?: CutEvents }> {
  const newest = await newestOf(names, drawn, to);
  const events = newest.slice(0, mostEvents).map(({ atMs, name, level, text, sinceMs, endedMs }) => ({
    ...{ at: atMs, container: name, level, text, since: sinceMs ?? null, ended: endedMs ?? null },
  }));
  const leftOut = newest[mostEvents];
  if (!leftOut) return { events };
  // What is left out may have happened in the same second as what is not.
  const fromMs = (Math.floor(leftOut.atMs / 1000) + 1) * 1000;
  return { events, cut: { count: mostEvents, fromMs } };
}

/** The same as the rows of a sheet. */
export async function eventRows(names: ReadonlyMap<string, string>, drawn: Drawn, to: Reader): Promise<EventRows> {
  const { heads, levels } = words[to.language];
  const clock = localClock((atMs) => offsetMs(drawn.zone, atMs));
  const date = (atMs: number | null) => (atMs === null ? null : new Date(clock(atMs)));
  const { events, cut } = await eventsIn(names, drawn, to);
  const rows = events.map(({ at, container, level, text, since, ended }) => [
    ...[date(at), container, levels[level], text, date(since), date(ended)],
  ]);
  return { heads, rows, ...(cut && { cut }) };
}

/** The newest of all containers, of which no more are held at a time than a sheet has, and those of one; one more tells that some are left out. */
async function newestOf(
  names: ReadonlyMap<string, string>,
  drawn: Drawn,
  to: Reader,
): Promise<(Row & { name: string })[]> {
  let newest: (Row & { name: string })[] = [];
  for (const [containerId, name] of names) {
    // What is older than so many is not among them.
    const from = Math.max(drawn.from, newest[mostEvents]?.atMs ?? drawn.from);
    const rows = await rowsOf(containerId, { ...drawn, from }, mostEvents + 1, to);
    newest = [...newest, ...rows.map((row) => ({ ...row, name }))]
      .toSorted((one, other) => other.atMs - one.atMs)
      .slice(0, mostEvents + 1);
  }
  return newest;
}

/** @param limit Of its warnings, of its works, of its notes, and of what happened besides. */
async function rowsOf(
  containerId: string,
  drawn: Drawn,
  limit: number,
  { db, viewer, language, nowMs }: Reader,
): Promise<Row[]> {
  const span = { fromMs: drawn.from, toMs: drawn.to };
  const range = { containerId, from: new Date(drawn.from).toISOString(), to: new Date(drawn.to).toISOString() };
  const page = { limit, offset: 0 };
  const warnings = await listWarnings(db, viewer, { ...range, isShadow: false, order: "newest" }, page);
  const found = await listWorksWithin(db, viewer, { containerId, ...span }, limit);
  const works = worksIn(span, found, nowMs).map(({ one }) => one);
  const notes = await listNotes(
    db,
    viewer,
    { containerIds: [containerId], from: new Date(drawn.from), to: new Date(drawn.to) },
    limit,
  );
  const notOf = [...warnings, ...works].map(({ id }) => id);
  const events = await listNotifications(db, viewer, { among: "all", ...range, notOf }, page);
  const eventWords = eventWordsIn(language, drawn.zone);
  return [
    ...warnings.map((one) => warningRow(one, language)),
    ...works.map((one) => worksRow(one, eventWords)),
    ...notes.map((one) => noteRow(one, eventWords)),
    ...events.map(({ at, level, code, device, outputName, by, data, givenReason }): Row => {
      // Container and level have cells of their own.
      const event = { code, level, device, outputName, by, data, isMarked: true };
      const text = eventText(eventWords, { ...event, ...(givenReason !== undefined && { givenReason }) });
      return { atMs: Date.parse(at), level, text };
    }),
  ];
}

function warningRow(
  { severity, content, raisedAt, foundAt, clearedAt }: Awaited<ReturnType<typeof listWarnings>>[number],
  language: LocaleCode,
): Row {
  return {
    atMs: Date.parse(foundAt ?? raisedAt),
    level: severity,
    text: suggestedText(content, language),
    sinceMs: Date.parse(raisedAt),
    ...(clearedAt !== null && { endedMs: Date.parse(clearedAt) }),
  };
}

function worksRow({ state, userId, userName, reason, startsAt, endedAt }: WorksRow, { say, locale }: EventWords): Row {
  const text = words[locale][state === "planned" ? "planned" : "works"];
  return {
    atMs: startsAt.getTime(),
    level: "info",
    text: text(whoText(say, { userId, name: userName }), reason),
    sinceMs: startsAt.getTime(),
    ...(endedAt !== null && { endedMs: endedAt.getTime() }),
  };
}

function noteRow({ at, text, userId, userName }: NoteRow, { say, locale }: EventWords): Row {
  const who = whoText(say, userId === null ? null : { userId, name: userName });
  return { atMs: at.getTime(), level: "info", text: words[locale].note(who, text) };
}
