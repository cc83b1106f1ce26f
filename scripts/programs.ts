/** The programs that are built before they run, and where each lies then. */
import { join } from "node:path";

export const builtFolder = join(import.meta.dirname, "..", "dist");

/** Their sources below the root of the repository. */
export const programs = {
  administer: "packages/server/src/administer.ts",
  controller: "packages/controller/src/main.ts",
  "database-caretaker": "packages/server/src/database-caretaker.ts",
  demo: "scripts/demo.ts",
  "file-reader": "packages/server/src/file-reader.ts",
  fleet: "packages/simulator/src/main.ts",
  portal: "packages/server/src/main.ts",
  replay: "scripts/replay.ts",
  supervisor: "packages/controller/src/supervisor/main.ts",
} as const;
export type ProgramName = keyof typeof programs;

export function isProgram(name: string): name is ProgramName {
  return Object.hasOwn(programs, name);
}

export function builtProgram(name: ProgramName): string {
  return join(builtFolder, `${name}.mjs`);
}

export const builtPrograms: readonly string[] = Object.keys(programs).filter(isProgram).map(builtProgram);
