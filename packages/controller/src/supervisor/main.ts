import { releaseKeysAtMost } from "@offgrid/contract/upgrades/release-check";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Releases } from "./releases.ts";
import { Supervisor, usualTimes } from "./supervisor.ts";

const help = `Keeps the controller of a container running, and replaces it by releases that the portal sends.

  node supervisor.mjs --folder <folder> --keys <file> --install <file.release>
      installs the first release; later ones come from the portal
  node supervisor.mjs --folder <folder> --keys <file> <controller.yaml>
      until SIGINT or SIGTERM; docs/controller.md describes the file

The file of --keys has one or two public keys, one a line.
`;

async function main(): Promise<void> {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      folder: { type: "string" },
      keys: { type: "string" },
      install: { type: "string" },
      help: { type: "boolean", default: false },
      "trial-seconds": { type: "string" },
      "silence-seconds": { type: "string" },
    },
  });
  const { folder, keys, install } = values;
  if (
    values.help ||
    folder === undefined ||
    keys === undefined ||
    (install === undefined && positionals.length === 0)
  ) {
    say(help.trimEnd());
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const publicKeys = readKeys(keys);
  const releases = new Releases({ root: folder, publicKeys });
  if (install !== undefined) {
    // By hand, with the clock of this computer.
    say(`${releases.installFirst(readFileSync(install), Date.now())} is installed.`);
    return;
  }
  const supervisor = new Supervisor({
    releases,
    publicKeys,
    args: positionals,
    times: {
      ...usualTimes,
      trialMs: milliseconds(values["trial-seconds"]) ?? usualTimes.trialMs,
      silenceMs: milliseconds(values["silence-seconds"]) ?? usualTimes.silenceMs,
    },
    now: Date.now,
    onLine: say,
    say,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => supervisor.stop());
  // A program that started it and is gone, for whatever reason, cannot stop it any more.
  if (process.send) process.once("disconnect", () => supervisor.stop());
  await supervisor.run();
  // To listen for its end keeps this program alive.
  if (process.connected) process.disconnect();
}

/** @throws Error with one sentence when there is no key in the file, or there are too many. */
function readKeys(file: string): string[] {
  const keys = readFileSync(file, "utf8").split(/\s+/).filter(Boolean);
  if (keys.length === 0 || keys.length > releaseKeysAtMost || !keys.every((key) => /^[\w-]{43}$/.test(key)))
    throw new Error(`${file} must have one or two public keys as \`npm run controller:key\` prints them, one a line.`);
  return keys;
}

function milliseconds(seconds: string | undefined): number | undefined {
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
