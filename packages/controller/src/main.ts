import { parseArgs } from "node:util";
import { pino } from "pino";

import { ConfigError, readConfigFile } from "./config.ts";
import { startController } from "./controller.ts";
import { openEquipment } from "./equipment.ts";

const help = `Runs the controller of a container from one file, which docs/controller.md describes.

  npm run controller -- <file.yaml>           until SIGINT or SIGTERM
  npm run controller -- --check <file.yaml>   only says whether the file is right
`;

async function main(): Promise<void> {
  const { file, isCheck } = readArguments();
  if (file === undefined) {
    process.stdout.write(help);
    return;
  }
  const config = readConfigFile(file);
  const { container: containerId, portal: url, secret, dataFolder: dataDir, everySeconds, logLevel } = config;
  if (isCheck) {
    process.stdout.write(`${file} is right: ${containerId} with ${config.devices.map(({ id }) => id).join(", ")}.\n`);
    return;
  }
  const log = pino({ level: logLevel });
  const driver = await openEquipment(config, (sentence) => log.warn({ containerId }, sentence));
  const everyMs = everySeconds * 1000;
  const controller = await startController({ containerId, secret, url, dataDir, driver, everyMs, log });
  log.info({ containerId, url, everyMs }, "controller runs");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      void controller.stop().then(() => process.exit(0));
    });
  }
}

/** @throws ConfigError when they are not understood. */
function readArguments(): { file: string | undefined; isCheck: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { check: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
    });
    const [file, ...more] = positionals;
    if (more.length > 0 || (file === undefined && !values.help)) throw new Error("name one file");
    return { file: values.help ? undefined : file, isCheck: values.check };
  } catch (error) {
    throw new ConfigError(`The controller cannot start: ${(error as Error).message}.\n\n${help}`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
