/**
 * Builds the web app when it is missing or its sources have changed, with a compressed copy of each file (brotli, gzip),
 * so that the portal need not compress it. As a program: `tsx scripts/build-web.ts`; `--force` builds in any case.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { type Built, isBuiltFrom, keyOf, requireWhole, stampWith } from "./built-from.ts";
import { worldScripts } from "./world-scripts.ts";

const root = join(import.meta.dirname, "..");
const web = join(root, "packages/web");
/** A page to build, with everything that it loads, into a folder of its own. */
interface Target {
  name: string;
  page: string;
  /** What it cannot do without and no code imports, so that nobody else would notice its absence. */
  beside: readonly string[];
  dist: string;
  mode: readonly string[];
  /** With the tiles of the map. */
  hasWorld: boolean;
}
const app: Target = {
  name: "web app",
  page: "index.html",
  beside: ["parts.json", "sw.js", "favicon.svg"],
  dist: join(web, "dist"),
  mode: [],
  hasWorld: true,
};
const gallery: Target = {
  name: "gallery",
  page: "gallery.html",
  beside: [],
  dist: join(web, ".cache", "gallery"),
  mode: ["--mode", "gallery"],
  hasWorld: false,
};
export const galleryFolder = gallery.dist;
const sources = [
  join(web, "src"),
  join(web, "public"),
  join(web, "build"),
  join(web, "index.html"),
  join(web, "gallery.html"),
  join(web, "vite.config.ts"),
  join(root, "packages/contract/src"),
  join(root, "package-lock.json"),
  ...worldScripts,
];
/** Pictures and fonts are compressed already. */
const compressible = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;

/**
 * @param say Called with each step as a sentence.
 * @throws Error when the build fails; the previous build stays.
 */
export async function ensureWebBuilt(say: (sentence: string) => void, { force = false } = {}): Promise<void> {
  await ensureBuilt(app, say, force);
}

/**
 * The page of all shared parts, for the tests of their appearance and the measurements of charts; otherwise the same.
 */
export async function ensureGalleryBuilt(say: (sentence: string) => void): Promise<void> {
  await ensureBuilt(gallery, say, false);
}

async function ensureBuilt(
  { name, page, beside, dist, mode, hasWorld }: Target,
  say: (sentence: string) => void,
  force: boolean,
): Promise<void> {
  const built = builtIn(dist, [page, ...beside]);
  const key = keyOf(built);
  if (!force && isBuiltFrom(built, key)) return;
  say(
    existsSync(dist)
      ? `Building the ${name}, since its sources changed ...`
      : `Building the ${name} (once, about half a minute) ...`,
  );
  // Built beside its place first, so that a build that fails or is interrupted leaves the previous one whole.
  const fresh = `${dist}.new`;
  await rm(fresh, { recursive: true, force: true });
  await runVite(["build", "--outDir", fresh, "--logLevel", "warn", ...mode]);
  if (hasWorld) await writeWorld(fresh);
  const made = builtIn(fresh, [page, ...beside]);
  requireWhole(made);
  await compressBelow(fresh);
  await stampWith(made, key);
  await replace(dist, fresh);
  say(`The ${name} is built.`);
}

/** The stamp lies beside the manifest, which is not served. */
function builtIn(folder: string, names: readonly string[]): Built {
  return { sources, outputs: names.map((name) => join(folder, name)), stamp: join(folder, ".vite", "sources") };
}

async function replace(place: string, fresh: string): Promise<void> {
  const old = `${place}.old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(place)) await rename(place, old);
  await rename(fresh, place);
  await rm(old, { recursive: true, force: true });
}

function runVite(parameters: readonly string[]): Promise<void> {
  return runNode([join(root, "node_modules/vite/bin/vite.js"), ...parameters]);
}

/** In a program of its own: it takes half a gigabyte of memory for some seconds, which a portal need not keep. */
function writeWorld(folder: string): Promise<void> {
  return runNode(["--import", "tsx", join(root, "scripts/world-tiles.ts"), folder]);
}

function runNode(parameters: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: web, stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            "The pages could not be built; what stands above says why, and `npx tsx scripts/build-web.ts --force` repeats it.",
          ),
        );
    });
  });
}

async function compressBelow(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name));
  for (const name of files) {
    const contents = await readFile(join(folder, name));
    // The level above makes files 2 % smaller in twice the time.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
    const [small, usual] = await Promise.all([
      promisify(brotliCompress)(contents, { params }),
      promisify(gzip)(contents, { level: 9 }),
    ]);
    await Promise.all([writeFile(join(folder, `${name}.br`), small), writeFile(join(folder, `${name}.gz`), usual)]);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureWebBuilt(console.log, { force: process.argv.includes("--force") }).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
