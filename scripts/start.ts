/** `npm start`: the portal as in production, after a build of the web app where one is due; with `demo`, the demo. */
import { pathToFileURL } from "node:url";

import { readConfig } from "@offgrid/server/config/config";
import { printReason } from "@offgrid/server/core/program";

import { buildPrograms } from "./build-programs.ts";
import { ensureWebBuilt } from "./build-web.ts";
import { builtProgram } from "./programs.ts";

const isDemo = process.argv[2] === "demo";
try {
  // Comes first, so that a bad variable is not reported only after half a minute of building.
  readConfig(process.env);
  // The demo checks more before it builds the web app.
  if (!isDemo) await ensureWebBuilt(console.log);
  await buildPrograms();
} catch (error) {
  printReason(error);
  process.exit(1);
}
// Reports of errors then name the lines of the sources.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(builtProgram(isDemo ? "scripts/demo.ts" : "packages/server/src/main.ts")!).href);
