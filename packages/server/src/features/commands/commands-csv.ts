import type { Command, OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import type { Db } from "../../core/db.ts";
import type { Viewer } from "../../calls/scope.ts";
import { reasonText } from "./command-reasons.ts";
import { toCommand } from "./command-rows.ts";
import { type CommandQuery, type CommandRow, listCommands } from "./commands.store.ts";

const rowsPerPiece = 500;

type Cell = string | null;
const columns: readonly [name: string, cell: (command: Command, language: LocaleCode) => Cell][] = [
  ["at", ({ at }) => at],
  ["containerId", ({ containerId }) => containerId],
  ["containerName", ({ containerName }) => containerName],
  ["target", ({ target }) => target],
  ["outputName", ({ outputName }) => outputName],
  ["op", ({ op }) => op],
  ["givenReason", ({ givenReason }) => givenReason],
  ["wanted", ({ wanted }) => toCell(wanted)],
  ["state", ({ state }) => state],
  ["isLate", ({ isLate }) => toCell(isLate)],
  ["reason", ({ reason }, language) => reason && reasonText(reason, language)],
  ["value", ({ value }) => toCell(value)],
  ["userId", ({ by }) => by.userId],
  ["userName", ({ by }) => by.name],
  ["sentAt", ({ sentAt }) => sentAt],
  ["acceptedAt", ({ acceptedAt }) => acceptedAt],
  ["endedAt", ({ endedAt }) => endedAt],
  ["commandId", ({ commandId }) => commandId],
];

/** Pages by the row before, so that commands given meanwhile shift nothing. */
export async function* commandsCsv(
  db: Db,
  viewer: Viewer,
  query: CommandQuery,
  language: LocaleCode,
): AsyncGenerator<Uint8Array> {
  let text = `\uFEFF${csvLine(columns.map(([name]) => name))}`;
  let before: CommandRow | undefined;
  for (;;) {
    const rows = await listCommands(db, viewer, query, { limit: rowsPerPiece, before });
    for (const command of rows.map(toCommand)) text += csvLine(columns.map(([, cell]) => cell(command, language)));
    yield Buffer.from(text);
    text = "";
    before = rows.at(-1);
    if (rows.length < rowsPerPiece) return;
  }
}

function toCell(value: OutputValue | null): Cell {
  return value === null ? null : String(value);
}
