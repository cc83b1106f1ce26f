/**
 * Makes one file of JavaScript of each program that is started often. Node otherwise finds, reads and translates some
 * 450 modules at each start, which takes three times as long. What others wrote stays in node_modules.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { build, type Plugin } from "esbuild";

import { builtFolder, programs } from "./programs.ts";

const root = join(import.meta.dirname, "..");

/**
 * Takes less than a second, so it is done each time and never out of date. What is the same stays as it is, also for who
 * may not write here.
 * @throws Error when a source cannot be translated; what was built before stays.
 */
export async function buildPrograms(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: builtFolder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: true,
    write: false,
    logLevel: "error",
    plugins: [ownPackages, ownAddress],
  });
  for (const { path, contents } of outputFiles) {
    const before = await readFile(path).catch(() => undefined);
    if (before?.equals(contents) === true) continue;
    await mkdir(dirname(path), { recursive: true });
    // A program may be started at this moment: it finds the old file or the new one, never a part.
    const fresh = `${path}.${process.pid}`;
    await writeFile(fresh, contents);
    await rename(fresh, path);
  }
}

/** Our packages are links in node_modules, and are part of the file all the same. */
const ownPackages: Plugin = {
  name: "own packages",
  setup(build) {
    build.onResolve({ filter: /^@offgrid\// }, ({ path, importer }) => ({
      path: createRequire(importer).resolve(path),
    }));
  },
};

/** A module that looks for files beside itself still finds them from the folder of the built program. */
const ownAddress: Plugin = {
  name: "own address",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const own = { "import.meta.url": pathToFileURL(path).href, "import.meta.dirname": dirname(path) };
      const contents = Object.entries(own).reduce(
        (all, [name, value]) => all.replaceAll(name, JSON.stringify(value)),
        text,
      );
      return { loader: "ts", contents };
    });
  },
};
