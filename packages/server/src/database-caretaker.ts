/**
 * The program that ends the embedded database of a folder after the process that kept it: it is started the moment that
 * one is gone, and finds out for itself whether another process of the portal goes on with the database.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";

import { openLog } from "./core/log.ts";
import { endLeftOver } from "./postgres/left-over.ts";

/** A portal that is started again at once finds its database running, which spares it and the database a start. */
const graceMs = 2_000;

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("name the folder whose database is to be ended");
const diary = join(dataDir, "postgres", "server.log");
try {
  if (await endLeftOver(dataDir, graceMs, openLog("silent")))
    note("the process that kept this database is gone: it was shut down");
} catch (error) {
  note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}

/** Nobody reads what this program prints; who looks for the reason looks into the database's own log. */
function note(text: string): void {
  appendFileSync(diary, `${new Date().toISOString()} ${text}\n`);
}
