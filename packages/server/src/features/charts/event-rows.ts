import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { firstExportColumns, localClock } from "@offgrid/contract/charts/export.cells";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { offsetMs } from "@offgrid/contract/core/zone-time";
import { eventWordsIn } from "@offgrid/contract/events/event-catalogue";
import { eventText } from "@offgrid/contract/events/event-text";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";

import type { Viewer } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { listNotifications } from "../notifications/notifications.store.ts";
import { listWarnings } from "../warnings/warnings.store.ts";

const mostEvents = 2_000;

/** Times stand as the dates of a spreadsheet, which have no zone: they show the local time. Null: it has none. */
export interface EventRows {
  heads: readonly string[];
  rows: readonly (readonly (Date | string | null)[])[];
}

/** Only what this person sees is in it. */
interface Reader {
  db: Db;
  viewer: Viewer;
  language: LocaleCode;
}

/** The first column is called as that of the values. */
const words = {
  en: {
    heads: [firstExportColumns[1], "Container", "Level", "Event", "Since", "Ended"],
    levels: { info: "Information", warning: "Warning", critical: "Critical" },
  },
  fr: {
    heads: [firstExportColumns[1], "Conteneur", "Niveau", "Événement", "Depuis", "Fin"],
    levels: { info: "Information", warning: "Alerte", critical: "Critique" },
  },
} satisfies Record<LocaleCode, object>;

type Drawn = Pick<DrawnChart, "from" | "to" | "zone">;

interface Row {
  /** When it happened, or was raised. */
  atMs: number;
  level: "info" | "warning" | "critical";
  text: string;
  /** Of a warning: since when it was so, which a rule may have found later, and when it was over. */
  sinceMs?: number;
  endedMs?: number;
}

/**
 * What happened at containers in a range, newest first. A warning is one row, as on the chart it is one band, whether it began
 * in the range or lasted into it.
 * @param names Of the containers, by id.
 */
export async function eventRows(names: ReadonlyMap<string, string>, drawn: Drawn, to: Reader): Promise<EventRows> {
  const { heads, levels } = words[to.language];
  const clock = localClock((atMs) => offsetMs(drawn.zone, atMs));
  const date = (atMs: number | undefined) => (atMs === undefined ? null : new Date(clock(atMs)));
  const found: (Row & { name: string })[] = [];
  for (const [containerId, name] of names) {
    const left = mostEvents - found.length;
    if (left <= 0) break;
    const rows = await rowsOf(containerId, drawn, left, to);
    found.push(...rows.map((row) => ({ ...row, name })));
  }
  const newest = found.toSorted((one, other) => other.atMs - one.atMs);
  const rows = newest.map(({ atMs, name, level, text, sinceMs, endedMs }) => [
    ...[date(atMs), name, levels[level], text, date(sinceMs), date(endedMs)],
  ]);
  return { heads, rows };
}

async function rowsOf(
  containerId: string,
  drawn: Drawn,
  limit: number,
  { db, viewer, language }: Reader,
): Promise<Row[]> {
  const range = { containerId, from: new Date(drawn.from).toISOString(), to: new Date(drawn.to).toISOString() };
  const page = { limit, offset: 0 };
  const warnings = await listWarnings(db, viewer, range, page);
  const events = await listNotifications(db, viewer, { among: "all", ...range }, page);
  const eventWords = eventWordsIn(language, drawn.zone);
  const listed = new Set(warnings.map(({ id }) => id));
  const isListed = ({ code, data }: (typeof events)[number]) =>
    (code === "warning.raised" || code === "warning.cleared") && listed.has(String(data["warningId"]));
  return [
    ...warnings.filter(({ isShadow }) => !isShadow).map((one) => warningRow(one, language)),
    ...events
      .filter((one) => !isListed(one))
      .map(({ at, level, code, device, outputName, by, data, givenReason }): Row => {
        // Container and level have cells of their own.
        const event = { code, level, device, outputName, by, data, isMarked: true };
        const text = eventText(eventWords, { ...event, ...(givenReason !== undefined && { givenReason }) });
        return { atMs: Date.parse(at), level, text };
      }),
  ].slice(0, limit);
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
