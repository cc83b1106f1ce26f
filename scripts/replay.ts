import { restVersion } from "@offgrid/contract/core/constants";
import { startedAs } from "@offgrid/contract/core/started-as";
import { ContainerId } from "@offgrid/contract/containers/containers.schema";
import { startController } from "@offgrid/controller/controller";
import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { pastOnlyDriver, readCsvBatches } from "@offgrid/controller/drivers/recording/csv.reader";
import { readMapping } from "@offgrid/controller/drivers/recording/mapping-file";
import { openVictronRecording } from "@offgrid/controller/drivers/recording/victron.driver";
import { VictronMapping } from "@offgrid/controller/drivers/recording/victron.mapping";
import { nextInstant } from "@offgrid/controller/reading";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { replaceSpan } from "./replay.replace.ts";
import { RefusalReport, UsageError, checkFile, conflictLine, csvFileOf, progressBar } from "./replay.csv.ts";

const command = startedAs("replay", process.env, process.argv[1]);
const help = `Plays a recording of real measurements into the portal, as the controller of a container.

  ${command} --victron <folder> --container <id> --secret <secret>
  ${command} --csv <file> --map <mapping.json> --container <id> --secret <secret>

  --victron <folder>     a recording of Victron's D-Bus, a .csv per service, played live
  --csv <file>           a CSV with a time column, brought in as history; needs --map
  --map <file>           which column (or path) is which metric; see docs/recordings.md
  --container <id>       the container, registered in the portal
  --secret <secret>      its secret; better in the variable OFFGRID_SECRET or by --secret-file
  --secret-file <file>   a file that holds the secret
  --url <url>            the portal's MQTT address, default mqtt://127.0.0.1:1883
  --speed <n>            seconds of the Victron recording per second, default 1
  --loop, --once         begin again at the end (default), or stop there
  --every <seconds>      time between two frames of the Victron recording, default 10
  --shift <duration>     moves all times of the CSV, such as 187w, 1461d or -2h (s, m, h, d, w)
  --ambiguous <which>    local times that the end of summer time repeats: earlier, later, or refuse (default)
  --data-dir <folder>    where unsent frames wait, default data/replay

Corrects an earlier import, as the person who is named, who may configure the container:

  ${command} --csv <file> --map <mapping.json> --container <id> --replace <from>/<to> --user <email>

  --replace <from>/<to>  instants such as 2026-06-01T00:00:00Z/2026-06-08T00:00:00Z: from the first up to the second the
                         metrics of the mapping get the readings of the file, and no others between the first
                         and the last reading that the file has of each
  --metrics <list>       only these metrics, separated by commas
  --beyond               also removes what is stored in the span before and after the readings of the file
  --user <email>         who does it; the password is in the variable OFFGRID_PASSWORD
  --code <code>          their code, where signing in asks for one
  --portal <url>         the portal's address, default http://127.0.0.1:8080
  --help                 this text
`;

const flushMs = 60_000;

function readArguments() {
  try {
    return parseArgs({
      options: {
        victron: { type: "string" },
        csv: { type: "string" },
        map: { type: "string" },
        container: { type: "string" },
        secret: { type: "string" },
        "secret-file": { type: "string" },
        url: { type: "string", default: "mqtt://127.0.0.1:1883" },
        speed: { type: "string", default: "1" },
        loop: { type: "boolean", default: false },
        once: { type: "boolean", default: false },
        every: { type: "string", default: "10" },
        shift: { type: "string" },
        ambiguous: { type: "string", default: "refuse" },
        "data-dir": { type: "string", default: "data/replay" },
        replace: { type: "string" },
        metrics: { type: "string" },
        beyond: { type: "boolean", default: false },
        user: { type: "string" },
        code: { type: "string" },
        portal: { type: "string", default: "http://127.0.0.1:8080" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message} See ${command} --help.`);
  }
}

type Arguments = ReturnType<typeof readArguments>;
type Refused = NonNullable<ControllerOptions["onRefused"]>;

function readSecret(given: Arguments): string {
  if (given.secret) return given.secret;
  const file = given["secret-file"];
  if (file) {
    try {
      return readFileSync(file, "utf8").trim();
    } catch (error) {
      throw new UsageError(`The secret file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  const secret = process.env["OFFGRID_SECRET"];
  if (secret) return secret;
  throw new UsageError(
    "The container's secret is missing: give --secret, --secret-file or the variable OFFGRID_SECRET.",
  );
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new UsageError(`--${name} must be a number above 0; it is "${text}".`);
}

function containerOf(given: string | undefined): string {
  const container = ContainerId.safeParse(given);
  if (container.success) return container.data;
  throw new UsageError(
    given ? `"${given}" is not a container id.` : "The container is missing: give --container <id>.",
  );
}

function checkArguments(given: Arguments) {
  if (!given.victron === !given.csv)
    throw new UsageError("Give either --victron <folder> or --csv <file>; see --help.");
  if (given.csv && !given.map)
    throw new UsageError("--csv needs --map <mapping.json>, which says what the columns mean.");
  if (given.loop && given.once) throw new UsageError("Give --loop or --once, not both.");
  const containerId = containerOf(given.container);
  if (!/^(mqtts?|wss?):\/\/[^/]+/.test(given.url))
    throw new UsageError(`--url must be like mqtt://127.0.0.1:1883 or wss://host/mqtt; it is "${given.url}".`);
  return { containerId, secret: readSecret(given), everyMs: positive("every", given.every) * 1000 };
}

/** @returns the uppermost folder that had to be made; undefined if it existed already. */
function makeFolder(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `The folder ${path} cannot be made (${code}): give one that this user may write, with --data-dir.`,
    );
  }
}

/** Starts the controller and waits until the portal knows it; throws with the reason if it does not. */
async function connect(
  given: Arguments,
  driver: Driver,
  everyMs: number,
  onRefused: Refused = () => {},
): Promise<Controller> {
  const { containerId, secret } = checkArguments(given);
  const dataDir = join(given["data-dir"], containerId);
  const made = makeFolder(dataDir);
  const controller = await startController({
    containerId,
    secret,
    url: given.url,
    dataDir,
    driver,
    everyMs,
    software: restVersion,
    batchMs: 0,
    backfillDelayMs: [0, 5_000],
    onRefused,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      process.stdout.write("\n");
      void controller.stop().then(() => process.exit(given.csv ? 130 : 0));
    });
  }
  const trouble = await new Promise<string | undefined>((resolve) => {
    controller.on("online", () => resolve(undefined));
    controller.on("trouble", resolve);
  });
  if (trouble === undefined) return controller;
  await controller.stop();
  // Nothing has been sent, so the next attempt must not send anything of this one.
  if (made !== undefined) rmSync(made, { recursive: true });
  if (/not authorized|bad user|identifier rejected/i.test(trouble))
    throw new UsageError(`The portal does not let container ${containerId} in: check its id and its secret.`);
  throw new UsageError(
    `The portal cannot be reached at ${given.url} (${trouble}): start it, or give its address with --url.`,
  );
}

async function playVictron(given: Arguments, folder: string): Promise<void> {
  const { everyMs } = checkArguments(given);
  const mapping = given.map ? await readMapping(given.map, VictronMapping) : undefined;
  const startMs = nextInstant(Date.now(), everyMs);
  const speed = positive("speed", given.speed);
  const driver = await openVictronRecording(folder, {
    startMs,
    speed,
    isLooped: !given.once,
    ...(mapping ? { mapping } : {}),
  });
  const controller = await connect(given, driver, everyMs);
  const length = `${driver.durationS} s of recording, ${driver.metrics.length} metrics, ${driver.devices.length} devices`;
  process.stdout.write(`Playing ${length}; its second 0 is ${new Date(startMs).toISOString()}. Ctrl-C stops.\n`);
  if (!given.once) return;
  await sleep(Math.max(0, startMs + (driver.durationS / speed) * 1000 - Date.now()));
  const isStored = await controller.flush(flushMs);
  const { acked, refused, spooled } = controller.stats();
  await controller.stop();
  if (!isStored) throw new Error(`${spooled} frames are not stored yet; the next replay of this container sends them.`);
  process.stdout.write(`Done: ${acked} frames stored, ${refused} refused.\n`);
}

async function importCsv(given: Arguments, path: string): Promise<void> {
  checkArguments(given);
  const mapping = await readMapping(given.map as string, CsvMapping);
  const file = csvFileOf(path, mapping, given);
  const summary = await checkFile(file);
  // The portal takes more than three times this distance for a gap.
  const everyMs = Math.min(86_400_000, Math.max(1_000, summary.periodMs));
  const refusals = new RefusalReport();
  const controller = await connect(given, pastOnlyDriver(mapping), everyMs, (letters) => refusals.add(letters));
  const bar = progressBar(summary.counts.good);
  const progress = await controller.importHistory(readCsvBatches(file), ({ acked, refused }) => bar(acked + refused));
  const { conflicts, conflictsAt } = controller.stats();
  await controller.stop();
  process.stdout.write(`Done: ${progress.acked} frames stored, ${progress.refused} refused.\n`);
  if (conflicts > 0) process.stdout.write(conflictLine(conflicts, conflictsAt));
  refusals.throwIfAny(join(given["data-dir"], given.container ?? ""));
}

/** Replaces readings by those of the file. That is a person's act, so it goes by the call and not by the controller. */
async function correctCsv(given: Arguments, span: string): Promise<void> {
  const { csv, map } = given;
  if (!csv || !map) throw new UsageError("--replace needs --csv <file> and --map <mapping.json>; see --help.");
  const mapping = await readMapping(map, CsvMapping);
  await checkFile(csvFileOf(csv, mapping, given));
  await replaceSpan({
    ...given,
    ...{ container: containerOf(given.container), csv, mapping, span },
    password: process.env["OFFGRID_PASSWORD"],
  });
}

async function main(): Promise<void> {
  const given = readArguments();
  if (given.help) process.stdout.write(help);
  else if (given.replace !== undefined) await correctCsv(given, given.replace);
  else if (given.csv && !given.victron) await importCsv(given, given.csv);
  else await playVictron(given, given.victron ?? "");
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
