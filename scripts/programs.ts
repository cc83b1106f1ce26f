/** The programs that are started often, and where each lies when it is built. */
import { join } from "node:path";

export const builtFolder = join(import.meta.dirname, "..", "dist");

/** Sources below the root of the repository. */
export const programs: readonly string[] = [
  "packages/controller/src/main.ts",
  "packages/server/src/add-user.ts",
  "packages/server/src/main.ts",
  "packages/server/src/register.ts",
  "packages/simulator/src/main.ts",
  "scripts/add-user.ts",
  "scripts/demo.ts",
  "scripts/register.ts",
  "scripts/replay.ts",
];

/** Where a program lies when it is built; undefined for one that is not. */
export function builtProgram(source: string): string | undefined {
  return programs.includes(source) ? join(builtFolder, source.replace(/\.ts$/, ".mjs")) : undefined;
}
