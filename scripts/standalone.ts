/** Programs as one file that needs nothing but Node, for computers without this repository. */
import { join } from "node:path";

import { ownPackages } from "./own-packages.ts";
import { type ProgramName, programs } from "./programs.ts";

/** Part of what our packages import is CommonJS, which asks for modules of Node by `require`. */
const requireOfNode =
  'import { createRequire as createRequireOfNode } from "node:module"; const require = createRequireOfNode(import.meta.url);';

/** @returns The program's text, which is the same for the same sources wherever the repository lies. */
export async function standaloneProgram(name: ProgramName): Promise<Buffer> {
  // Takes longer to load than all the rest of a start that has nothing to build.
  const { build } = await import("esbuild");
  const root = join(import.meta.dirname, "..");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [programs[name]],
    outfile: `${name}.mjs`,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "eof",
    banner: { js: requireOfNode },
    write: false,
    logLevel: "error",
    plugins: [ownPackages],
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`Nothing was built of ${name}.`);
  return Buffer.from(file.contents);
}
