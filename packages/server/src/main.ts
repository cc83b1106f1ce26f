import { readConfig } from "./core/config.ts";
import { openLog } from "./core/log.ts";
import { runProgram } from "./core/program.ts";
import { shutDemoAccounts } from "./features/users/users.seed.ts";
import * as users from "./features/users/users.store.ts";
import { startPortal } from "./portal.ts";

/** The portal as in production: everything in one process until a signal ends it. */
runProgram(async () => {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const portal = await startPortal(config, { log });
  const { db } = portal.database;
  const shut = await shutDemoAccounts(db);
  if (shut > 0) log.info({ shut }, "the demonstration's accounts are shut, since this is not the demonstration");
  if ((await users.countEnabled(db)) === 0) {
    log.warn(
      "there is no account yet; add the first one with: npm run add-user -- --email you@example.org --role super_admin",
    );
  }
  return portal.stop;
});
