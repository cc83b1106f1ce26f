/**
 * `npm run release`: makes a folder and an archive of the portal as it runs in production, with the built pages and
 * programs and the versions that were tested. `npm ci --omit=dev && npm start` works from it, without this repository.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";

import { printReason } from "@offgrid/server/core/program";

import { buildPrograms } from "./build-programs.ts";
import { ensureWebBuilt } from "./build-web.ts";
import { readableFrom } from "./docs.paths.ts";
import { type LockedPackages, productionPackages } from "./production-lock.ts";
import { type ProgramName, builtProgram } from "./programs.ts";

const root = join(import.meta.dirname, "..");
const usage = `npm run release [-- --to <folder>]
Makes offgrid-portal-<version> and an archive of it, ready to be installed where the portal runs; docs/production.md
says how. --to is the folder that both are put into, "release" where it is left out.`;

const started: readonly ProgramName[] = [
  ...(["portal", "administer", "file-reader", "database-caretaker"] as const),
  ...(["replay", "controller", "supervisor"] as const),
];
/** What the programs look for beside their sources. */
const besides = [
  "packages/server/src/migrations",
  "packages/server/src/features/help/content",
  "packages/web/dist",
  "deploy",
  "LICENSE",
  // What an operator reads on a server without this repository, where every link has to lead somewhere.
  ...readableFrom(root, "docs/production.md"),
];

interface Manifest {
  name: string;
  version: string;
  license: string;
  description: string;
  type: string;
  engines: object;
  dependencies?: Record<string, string>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Of the programs, without our own packages, which are part of them. */
function dependencies(): Record<string, string> {
  const all = ["contract", "controller", "server"].flatMap((name) =>
    Object.entries((readJson(`packages/${name}/package.json`) as Manifest).dependencies ?? {}),
  );
  const others = all.filter(([name]) => !name.startsWith("@offgrid/"));
  return Object.fromEntries(others.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function writeManifests(folder: string): void {
  const { name, version, license, description, type, engines } = readJson("package.json") as Manifest;
  const run = (program: ProgramName) => `node --enable-source-maps dist/${program}.mjs`;
  const about = { name, version, license, dependencies: dependencies(), engines };
  const manifest = {
    ...{ name, version, private: true, description, license, type, engines },
    scripts: { start: run("portal"), portal: run("administer"), controller: run("controller"), replay: run("replay") },
    dependencies: about.dependencies,
  };
  const locked = (readJson("package-lock.json") as { packages: LockedPackages }).packages;
  const packages = { "": about, ...productionPackages(locked, Object.keys(about.dependencies)) };
  const lock = { name, version, lockfileVersion: 3, requires: true, packages };
  for (const [file, content] of Object.entries({ "package.json": manifest, "package-lock.json": lock }))
    writeFileSync(join(folder, file), `${JSON.stringify(content, undefined, 2)}\n`);
}

/** @returns the folder. */
async function release(to: string): Promise<string> {
  await ensureWebBuilt(console.log);
  await buildPrograms();
  const { name, version } = readJson("package.json") as Manifest;
  const folder = join(to, `${name}-${version}`);
  // Made beside its place first, so that what is interrupted leaves no half of one.
  const half = `${folder}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(join(half, "dist"), { recursive: true });
  for (const program of started)
    for (const path of [builtProgram(program), `${builtProgram(program)}.map`])
      cpSync(path, join(half, relative(root, path)));
  for (const path of besides) {
    mkdirSync(dirname(join(half, path)), { recursive: true });
    cpSync(join(root, path), join(half, path), { recursive: true });
  }
  writeManifests(half);
  rmSync(folder, { recursive: true, force: true });
  renameSync(half, folder);
  execFileSync("tar", ["-czf", `${folder}.tar.gz`, "-C", to, `${name}-${version}`]);
  return folder;
}

try {
  const options = { to: { type: "string", default: join(root, "release") }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help) console.log(`Use: ${usage}`);
  else {
    const folder = await release(values.to);
    console.log(`Made ${folder} and ${folder}.tar.gz.`);
  }
} catch (error) {
  printReason(error);
  process.exit(1);
}
