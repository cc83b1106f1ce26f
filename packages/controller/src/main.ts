import { parseArgs } from "node:util";

import { startedAs } from "@offgrid/contract/core/started-as";
import { pino } from "pino";

import { ConfigError, readConfigFile } from "./config.ts";
import { startController } from "./controller.ts";
import { openEquipment } from "./equipment.ts";
import { runFailSafeTest } from "./fail-safe.ts";
import { isMachineClockRight } from "./machine-clock.ts";
import { reportToSupervisor, supervisedRelease, takeReleases, websiteOf } from "./supervised.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

const command = startedAs("controller", process.env, process.argv[1]);
const help = `Runs the controller of a container from one file, which docs/controller.md describes.

  ${command} <file.yaml>           until SIGINT or SIGTERM
  ${command} --supervised <file.yaml>
      something starts this program again when it ends, such as systemd: people may restart it from the portal
  ${command} --check <file.yaml>   only says whether the file is right
  ${command} --test-fail-safe <device> --by <name> --loads-disconnected <file.yaml>
      switches on the critical relays of a module, and has you pull its cable to see whether they fall
`;

async function main(): Promise<void> {
  // What it keeps, such as commands with the names of people, is nobody else's.
  process.umask(0o077);
  const { file, options } = readArguments();
  if (options.help || file === undefined) {
    say(help.trimEnd());
    return;
  }
  const config = readConfigFile(file);
  const { container: containerId, portal: url, secret, dataFolder: dataDir, everySeconds, logLevel } = config;
  if (options.check) {
    say(`${file} is right: ${containerId} with ${config.devices.map(({ id }) => id).join(", ")}.`);
    return;
  }
  const device = options["test-fail-safe"];
  if (device !== undefined) {
    const { by, "loads-disconnected": isLoadDisconnected } = options;
    const early = new AbortController();
    for (const signal of signals) process.once(signal, () => early.abort());
    const works = await runFailSafeTest(config, { device, by, isLoadDisconnected }, say, early.signal);
    process.exitCode = works ? 0 : 1;
    return;
  }
  const log = pino({ level: logLevel });
  const driver = await openEquipment(config, (sentence) => log.warn({ containerId }, sentence));
  const everyMs = everySeconds * 1000;
  const software = supervisedRelease();
  const website = software === undefined ? undefined : websiteOf(config);
  const named = software === undefined ? {} : { software, isUpgradable: website !== undefined };
  const end = () => void controller.stop().then(() => process.exit(0));
  const restart = () => {
    log.info({ containerId }, "controller ends to be started again, as the portal or a plan asks");
    end();
  };
  let isUpgrading = () => false;
  const isStartedAgain = options.supervised || software !== undefined;
  const controller = await startController({
    containerId,
    secret,
    url,
    dataDir,
    driver,
    everyMs,
    loadProtection: config.loadProtection,
    phases: config.phases,
    log,
    isClockRight: isMachineClockRight,
    isUpgrading: () => isUpgrading(),
    ...named,
    ...(isStartedAgain && { restart }),
  });
  log.info({ containerId, url, everyMs }, "controller runs");
  for (const signal of signals) process.once(signal, end);
  if (software !== undefined) reportToSupervisor(controller, driver, end);
  if (website) isUpgrading = takeReleases(controller, config, website, log);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** @throws ConfigError when they are not understood. */
function readArguments() {
  try {
    const { values: options, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: "boolean", default: false },
        supervised: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        "test-fail-safe": { type: "string" },
        by: { type: "string" },
        "loads-disconnected": { type: "boolean", default: false },
      },
    });
    if (positionals.length !== 1 && !options.help) throw new Error("Name one file.");
    return { file: positionals[0], options };
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n\n${help}`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
