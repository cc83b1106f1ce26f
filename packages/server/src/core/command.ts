import type { Config } from "./config.ts";
import { readConfig } from "./config.ts";
import type { Db } from "./db.ts";
import { openLog } from "./log.ts";
import { printReason } from "./program.ts";
import { openStoreForCommand } from "./store.ts";

/**
 * Runs a command of the command line on the portal's database, beside a running portal or alone, and sets the exit code.
 * @param read Reads the command line before anything is opened; throws StartError when it is not right.
 * @param work Runs in one transaction and returns what to print.
 */
export async function runCommand<Wish>(
  read: (argv: string[]) => Wish,
  work: (wish: Wish, db: Db, config: Config) => Promise<string>,
): Promise<void> {
  try {
    const wish = read(process.argv.slice(2));
    const config = readConfig(process.env);
    const store = await openStoreForCommand(
      config,
      openLog(config.logLevel === "info" ? "warn" : config.logLevel, process.stderr),
    );
    try {
      console.log(await store.database.db.transaction().execute((db) => work(wish, db, config)));
    } finally {
      await store.close();
    }
  } catch (error) {
    printReason(error);
    process.exitCode = 1;
  }
}
