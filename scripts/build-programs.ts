/**
 * Makes one file of JavaScript of each program that is started often. Node otherwise finds, reads and translates some
 * 450 modules at each start, which takes three times as long. What others wrote stays in node_modules, except two libraries
 * of hundreds of small modules.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

import type { Plugin } from "esbuild";

import { type Built, isBuiltFrom, keyOf, stampWith } from "./built-from.ts";
import { ownPackages } from "./own-packages.ts";
import { builtFolder, builtPrograms, programs } from "./programs.ts";

const root = join(import.meta.dirname, "..");
const packages = ["contract", "controller", "server", "simulator"].map((name) => join(root, "packages", name));
const built: Built = {
  sources: [
    ...packages.flatMap((folder) => [join(folder, "src"), join(folder, "package.json")]),
    join(root, "scripts"),
    join(root, "package-lock.json"),
    join(root, "tsconfig.base.json"),
  ],
  outputs: builtPrograms,
  stamp: join(builtFolder, "sources"),
};

/**
 * Builds the programs if a source has changed, so that they are never out of date. What is the same stays as it is, also
 * for who may not write here.
 * @throws Error when a source cannot be translated; what was built before stays.
 */
export async function buildPrograms(): Promise<void> {
  const key = keyOf(built);
  if (isBuiltFrom(built, key)) return;
  // Takes longer to load than all the rest of a start that has nothing to build.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: builtFolder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    write: false,
    logLevel: "error",
    plugins: [ownPackages, externalLibraries, ownAddress],
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
  await stampWith(built, key);
}

/**
 * Plain code without files beside it, which Node would find and read module by module: a portal's start takes 0.62 s of
 * processor time with them outside of its file, and 0.49 s with them in it.
 */
const inside = ["kysely", "zod"];

/** Libraries stay in node_modules, where audits and updates find them, with whatever lies beside them. */
const externalLibraries: Plugin = {
  name: "external libraries",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isInside = inside.some((name) => path === name || path.startsWith(`${name}/`));
      if (kind === "entry-point" || isInside) return undefined;
      return { path, external: true };
    });
  },
};

/**
 * A module that looks for files beside itself still finds them, seen from the folder of the built program: also where all
 * of it was put elsewhere since.
 */
const ownAddress: Plugin = {
  name: "own address",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const place = relative(builtFolder, path).split(sep).join("/");
      const own = {
        "import.meta.url": `new URL(${JSON.stringify(place)}, import.meta.url).href`,
        "import.meta.dirname": `${fromUrl}(new URL(${JSON.stringify(`${dirname(place)}/`)}, import.meta.url))`,
      };
      const names = Object.keys(own) as (keyof typeof own)[];
      if (!names.some((name) => text.includes(name))) return { loader: "ts", contents: text };
      const contents = text.replaceAll(/import\.meta\.(?:url|dirname)/g, (name) => own[name as keyof typeof own]);
      // On the first line of the module: reports of errors name the lines of the sources.
      return { loader: "ts", contents: `import { fileURLToPath as ${fromUrl} } from "node:url"; ${contents}` };
    });
  },
};
const fromUrl = "pathOfModule";
