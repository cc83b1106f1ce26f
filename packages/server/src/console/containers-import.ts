import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

import { csvLine } from "@offgrid/contract/core/csv-cells";
import { Refusal } from "@offgrid/contract/core/refusal";

import { writeAudit } from "../calls/audit.ts";
import type { CallContext } from "../calls/handler.ts";
import { refusalText } from "../calls/refusal-text.ts";
import { isDatabaseAway, reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { controllerAddress } from "../features/containers/controller-address.store.ts";
import { type RegistrationWords, readRegistration, register } from "./registration.ts";
import { type Desk, UsageError } from "./verb.ts";

const columns = ["name", "id", "serial", "uuid", "lat", "long", "zone", "address", "users"] as const;
type Column = (typeof columns)[number];
const mostRows = 5_000;

interface Row {
  /** The heading is line 1. */
  line: number;
  wanted: ReturnType<typeof readRegistration>;
  emails: string[];
}

/**
 * Registers all containers of a file in one transaction. The secrets are on the disk before it commits: whatever happens
 * in between, no container is left whose secret nobody has.
 */
export async function importContainers(
  { file, secrets }: { file: string; secrets: string },
  desk: Desk,
): Promise<void> {
  const rows = await readRows(file);
  const console = await desk.open();
  let isWritten = false;
  const work = async (context: CallContext) => {
    const lines = ["container,secret,host,port,tls,name,portal\r\n"];
    const { host, port, tls, url } = await controllerAddress(context.db, context.config);
    for (const row of rows) {
      const { containerId, secret } = await registerRow(context, row);
      // A secret may begin as a formula does, and stands as it is: it has no character that would end a cell.
      lines.push(`${containerId},${secret},${csvLine([host, port, tls ? "yes" : "no", row.wanted.name, url])}`);
    }
    context.audit({ target: "portal", after: { containers: rows.length } });
    const fill = createNew(secrets);
    isWritten = true;
    fill(lines.join(""));
  };
  try {
    await console.act("containers_imported", work);
  } catch (error) {
    if (isWritten && isDatabaseAway(error)) {
      throw new StartError(
        `The database was lost at the very end, so it is not known whether the containers were registered; "containers list" shows it, and their secrets are in ${secrets} if they were.`,
        { cause: error },
      );
    }
    // Secrets of containers that were not registered after all open nothing.
    if (isWritten) rmSync(secrets, { force: true });
    throw error;
  }
  desk.say(`Registered ${rows.length} containers. Their secrets are in ${secrets}, and nowhere else.`);
}

/** With the line in the audit that each has that is registered by itself. @throws StartError that names the line */
async function registerRow({ db, actor, clock, from }: CallContext, { line, wanted, emails }: Row) {
  try {
    const made = await register(db, wanted, emails);
    const about = { who: { userId: actor.userId }, address: from.address, requestId: from.requestId };
    const action = { action: "registerNewContainer", target: made.containerId, after: { name: wanted.name } };
    await writeAudit(db, { atMs: clock.now(), ...about, ...action, result: "ok" });
    return made;
  } catch (error) {
    const message =
      error instanceof Refusal ? refusalText(error.code, "en") : error instanceof StartError && error.message;
    if (!message) throw error;
    throw new StartError(`Nothing was imported: line ${line}: ${message}`, { cause: error });
  }
}

/** @returns what writes into it and closes it. @throws StartError when the file is there already, or cannot be made. */
function createNew(file: string): (text: string) => void {
  try {
    const descriptor = openSync(file, "wx", 0o600);
    return (text) => {
      try {
        writeSync(descriptor, text);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    };
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    const why = isThere ? "is there already and is not overwritten" : `cannot be written (${reasonOf(error)})`;
    throw new StartError(
      `Nothing was imported: the file ${file} for the secrets ${why}; name another file with --secrets.`,
      {
        cause: error,
      },
    );
  }
}

/** @throws StartError that names the line. */
async function readRows(file: string): Promise<Row[]> {
  const [heading = [], ...lines] = await readCells(file);
  const names = heading.map((name) => name.toLowerCase());
  const unknown = names.find((name) => !(columns as readonly string[]).includes(name));
  if (unknown !== undefined || !names.includes("name")) {
    const what = unknown === undefined ? 'there is no column "name"' : `nothing is known of a column "${unknown}"`;
    throw new StartError(
      `${file}, line 1: ${what}; the heading has name and, as needed, ${columns.slice(1).join(", ")}.`,
    );
  }
  const rows = lines.flatMap((cells, place) => {
    if (cells.every((cell) => cell === "")) return [];
    const words = Object.fromEntries(names.map((name, column) => [name, cells[column] || undefined]));
    return [readRow(words as Partial<Record<Column, string>>, place + 2, file)];
  });
  if (rows.length === 0) throw new StartError(`${file} has no container below its heading.`);
  if (rows.length > mostRows)
    throw new StartError(`${file} has ${rows.length} containers; import at most ${mostRows} at a time.`);
  return rows;
}

async function readCells(file: string): Promise<string[][]> {
  const { parseCsv } = await import("hucre/csv");
  try {
    const rows = parseCsv(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
    return rows.map((cells) => cells.map((cell) => String(cell ?? "").trim()));
  } catch (error) {
    throw new StartError(`${file} cannot be read (${reasonOf(error)}).`, { cause: error });
  }
}

function readRow({ users = "", ...words }: Partial<Record<Column, string>>, line: number, file: string): Row {
  try {
    const wanted = readRegistration(words satisfies RegistrationWords, (word) => word);
    return { line, wanted, emails: users.split(/[\s;]+/).filter(Boolean) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new StartError(`Nothing was imported: ${file}, line ${line}: ${error.message}`, { cause: error });
  }
}
