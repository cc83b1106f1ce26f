import { setTimeout as wait } from "node:timers/promises";

import { readConfig } from "./config/config.ts";
import { isDatabaseAway } from "./core/db.ts";
import { levelIn, openLog } from "./core/log.ts";
import { commandLineIn, runProgram } from "./core/program.ts";
import { openSecretBox } from "./core/secret-box.ts";
import { type SetupLink, setupLink } from "./features/session/setup.ts";
import { disableDemoAccounts } from "./features/users/users.seed.ts";
import { startPortal } from "./portal.ts";

const retryMs = 1_000;

/** The portal as in production: the parts that ROLES names, until a signal ends them. */
runProgram(async (signal) => {
  const config = readConfig(process.env);
  const log = openLog(levelIn(config.dataDir) ?? config.logLevel);
  for (const { name, meant } of config.misspelt)
    log.warn(`The environment variable ${name} is read by nobody; is ${meant} meant?`);
  const portal = await startPortal(config, {
    log,
    signal,
    beforeOpening: async (db) => {
      const disabled = await disableDemoAccounts(db);
      if (disabled > 0)
        log.info({ disabled }, "the demonstration's accounts were disabled, since this is not the demonstration");
    },
  });
  const stopping = new AbortController();
  const announced = config.roles.includes("api") ? announceSetup(stopping.signal) : Promise.resolve();
  announced.catch((error: unknown) => log.error({ err: error }, "the link for the first account could not be made"));
  return {
    stop: async () => {
      stopping.abort();
      await portal.stop();
      log.info("stopped");
    },
    reload: () => {
      log.level = levelIn(config.dataDir) ?? config.logLevel;
      const read = portal.reload() ? "certificates and log level were" : "the log level was";
      log.info({ logLevel: log.level }, `${read} read again`);
    },
  };

  /** The portal runs meanwhile, also through a database that goes away in this very moment. */
  async function announceSetup(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const box = openSecretBox(config.dataDir);
        return printSetup(await setupLink(portal.database.db, portal.url, Date.now(), box));
      } catch (error) {
        if (signal.aborted) return;
        if (!isDatabaseAway(error)) throw error;
        await wait(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
});

/** To the terminal and not to the log: who has the link has the portal. */
function printSetup(link: SetupLink | undefined): void {
  if (link === undefined) return;
  const minutes = Math.round((link.expiresAt.getTime() - Date.now()) / 60_000);
  process.stdout.write(
    `\nThere is no account yet. Make the first one here, once and within ${minutes} minutes:\n\n  ${link.url}\n\nA restart prints it again, or a new one; without a browser: ${commandLineIn(process.env)} people add you@example.org --role super_admin\n\n`,
  );
}
