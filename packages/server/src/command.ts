import type { Config } from "./config/config.ts";
import { readConfig } from "./config/config.ts";
import type { Db } from "./core/db.ts";
import { openLog } from "./core/log.ts";
import { printReason } from "./core/program.ts";
import { openStoreForCommand } from "./postgres/store.ts";

/**
 * Runs a command of the command line on the portal's database, beside a running portal or alone, and sets the exit code.
 * @param read Reads the command line before anything is opened; throws StartError when it is not right.
 * @param work Runs in one transaction and returns what to print.
 */
export async function runCommand<Options>(
  read: (argv: string[]) => Options,
  work: (options: Options, db: Db, config: Config) => Promise<string>,
): Promise<void> {
  try {
    const options = read(process.argv.slice(2));
    const config = readConfig(process.env);
    const store = await openStoreForCommand(
      config,
      openLog(config.logLevel === "info" ? "warn" : config.logLevel, process.stderr),
    );
    try {
      console.log(await store.database.db.transaction().execute((db) => work(options, db, config)));
    } finally {
      await store.close();
    }
  } catch (error) {
    printReason(error);
    process.exitCode = 1;
  }
}
