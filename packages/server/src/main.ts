import { readConfig } from "./core/config.ts";
import { openLog } from "./core/log.ts";
import { runProgram } from "./core/program.ts";
import { setupLink } from "./features/session/setup.ts";
import { shutDemoAccounts } from "./features/users/users.seed.ts";
import { startPortal } from "./portal.ts";

/** The portal as in production: everything in one process until a signal ends it. */
runProgram(async () => {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const portal = await startPortal(config, { log });
  const { db } = portal.database;
  const shut = await shutDemoAccounts(db);
  if (shut > 0) log.info({ shut }, "the demonstration's accounts are shut, since this is not the demonstration");
  const link = await setupLink(db, portal.url, Date.now());
  // To the terminal and not to the log: who has the link has the portal.
  if (link !== undefined) {
    process.stdout.write(
      `\nThere is no account yet. Make the first one here, once and within 15 minutes:\n\n  ${link}\n\nA restart prints a new link; without a browser: npm run add-user -- --email you@example.org --role super_admin\n\n`,
    );
  }
  return portal.stop;
});
