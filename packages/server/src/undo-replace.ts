import { parseArgs } from "node:util";

import { runCommand } from "./command.ts";
import { StartError } from "./core/start-error.ts";
import { CorrectedSince, undoReplacement } from "./history/tiers/undo-replacement.store.ts";

const usage = "Use: npm run undo-replace -- --id <number>; the number is in the answer of the import and in the audit.";

/** `npm run undo-replace`: puts back the readings that a correction replaced, for as long as they are kept. */
await runCommand(readOptions, async (id, db) => {
  const undone = await undoReplacement(db, id, { userId: "undo-replace", nowMs: Date.now() }).catch(
    (error: unknown) => {
      throw error instanceof CorrectedSince ? new StartError(error.message) : error;
    },
  );
  if (!undone) throw new StartError(`There is no correction ${id}, or it was made more than 30 days ago.`);
  return `${undone.readings} readings of ${undone.containerId} are as they were; undo this with --id ${undone.id}.`;
});

function readOptions(argv: string[]): number {
  let given;
  try {
    given = parseArgs({ args: argv, options: { id: { type: "string" } } }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message} ${usage}`, { cause: error });
  }
  if (!/^\d{1,15}$/.test(given.id ?? "")) throw new StartError(usage);
  return Number(given.id);
}
