import { dayMonthYear, localClock } from "@offgrid/contract/charts/export.cells";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import { offsetMs } from "../../core/time.ts";
import type { Notification } from "../../domain/notifications/fold-repeats.ts";

/** Words of the file in the reader's language. */
export interface EventsCsvWords {
  /** Titles of the columns, in their order. */
  titles: readonly [
    utc: string,
    local: string,
    container: string,
    containerId: string,
    level: string,
    what: string,
    code: string,
    device: string,
    by: string,
    says: string,
  ];
  level: Record<Notification["level"], string>;
  textOf: (event: Notification) => string;
}

/**
 * Events as a file, one line each, with a mark by which spreadsheets know its letters. Times are in UTC and in the zone.
 * `timeReady()` must have been awaited.
 */
export function eventsCsv(events: readonly Notification[], zone: string, words: EventsCsvWords): string {
  const clock = localClock((atMs) => offsetMs(atMs, zone));
  const lines = events.map((event) => {
    const { at, containerName, containerId, level, code, device, outputName, by, data } = event;
    return csvLine([
      at,
      dayMonthYear(clock(Date.parse(at))),
      containerName,
      containerId,
      words.level[level],
      words.textOf(event),
      code,
      outputName ?? device,
      by?.name ?? null,
      Object.keys(data).length === 0 ? null : JSON.stringify(data),
    ]);
  });
  return `\uFEFF${csvLine(words.titles)}${lines.join("")}`;
}
