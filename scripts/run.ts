/** `npm start` and other commands: builds the programs, and runs the one that is named first with what follows. */
import { pathToFileURL } from "node:url";

import { readConfig } from "@offgrid/server/config/config";
import { printReason } from "@offgrid/server/core/program";

import { buildPrograms } from "./build-programs.ts";
import { ensureWebBuilt } from "./build-web.ts";
import { builtProgram, isProgram, programs } from "./programs.ts";
import { insteadOf } from "./usage.ts";

const [name = ""] = process.argv.splice(2, 1);
try {
  if (!isProgram(name)) throw new Error(`There are the programs ${Object.keys(programs).join(", ")}; not "${name}".`);
  const instead = insteadOf(name, process.argv.slice(2));
  if (instead) {
    (instead.exitCode === 0 ? console.log : console.error)(instead.text);
    process.exit(instead.exitCode);
  }
  if (name === "portal") {
    // Comes first, so that a bad variable is not reported only after half a minute of building.
    readConfig(process.env);
    await ensureWebBuilt(console.log);
  }
  await buildPrograms();
  // Reports of errors then name the lines of the sources.
  process.setSourceMapsEnabled(true);
  process.argv[1] = builtProgram(name);
} catch (error) {
  printReason(error);
  process.exit(1);
}
await import(pathToFileURL(process.argv[1]).href);
