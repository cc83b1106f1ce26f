/**
 * `npm run controller:release -- --key <file> --seq <number>`: builds and signs a release of the controller program, and
 * the supervisor that runs it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { controllerVersion } from "@offgrid/contract/core/constants";
import { releaseProduct } from "@offgrid/contract/upgrades/release-check";
import { printReason } from "@offgrid/server/core/program";

import { buildRelease, readKey } from "./release-build.ts";
import { standaloneProgram } from "./standalone.ts";

try {
  const { values } = parseArgs({
    options: {
      key: { type: "string" },
      seq: { type: "string" },
      min: { type: "string", default: "0" },
      from: { type: "string", default: new Date().toISOString().slice(0, 10) },
      days: { type: "string", default: "365" },
      out: { type: "string", default: "dist/release" },
    },
  });
  if (values.key === undefined || values.seq === undefined)
    throw new Error("Name the key with --key, and with --seq a number that is higher than that of the release before.");
  const release = await buildRelease({
    key: readKey(values.key),
    seq: Number(values.seq),
    min: Number(values.min),
    fromMs: Date.parse(values.from),
    days: Number(values.days),
  });
  const supervisor = await standaloneProgram("supervisor");
  mkdirSync(values.out, { recursive: true });
  const file = join(values.out, `${releaseProduct}-${controllerVersion}.release`);
  writeFileSync(file, release);
  writeFileSync(join(values.out, "supervisor.mjs"), supervisor);
  console.log(`${file}: ${controllerVersion}, number ${values.seq}, ${release.length} bytes.`);
} catch (error) {
  printReason(error);
  process.exit(1);
}
