/** `npm run controller:key -- <file>`: makes the key that signs releases of the controller program, once. */
import { printReason } from "@offgrid/server/core/program";

import { makeKey } from "./release-build.ts";

try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Name the file for the key, in a place outside of the repository.");
  console.log(`${file} signs releases from now on. Keep it secret and keep a copy.\nIts public key: ${makeKey(file)}`);
} catch (error) {
  printReason(error);
  process.exit(1);
}
