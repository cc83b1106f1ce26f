/** `npm start`: the portal as in production, after a build of the web app where one is due. */
import { readConfig } from "@offgrid/server/config/config";
import { printReason } from "@offgrid/server/core/program";

import { ensureWebBuilt } from "./build-web.ts";

try {
  // Comes first, so that a bad variable is not reported only after half a minute of building.
  readConfig(process.env);
  await ensureWebBuilt(console.log);
} catch (error) {
  printReason(error);
  process.exit(1);
}
await import("@offgrid/server/main");
