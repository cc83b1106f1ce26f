import { pino } from "pino";

import { readConfig } from "./config.ts";
import { startController } from "./controller.ts";
import { openVictronRecording } from "./drivers/recording/victron.driver.ts";
import { nextInstant } from "./reading.ts";

/** Runs one container's controller from environment variables, until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const { containerId, secret, url, dataDir, recording, everyMs, logLevel } = readConfig(process.env);
  const log = pino({ level: logLevel });
  const driver = await openVictronRecording(recording, { startMs: nextInstant(Date.now(), everyMs) });
  const controller = await startController({
    containerId,
    secret,
    url,
    dataDir,
    driver,
    everyMs,
    log,
  });
  log.info({ containerId, url, everyMs }, "controller runs");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void controller.stop().then(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
