/** Which way imports go: packages among each other, and the layers of the web app. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** Our packages that each package may import. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  server: ["contract"],
  web: ["contract"],
  controller: ["contract"],
  simulator: ["contract", "controller"],
};

/** Packages that a package may import in its tests: the server is tested with real controllers. */
const allowedInTests: Record<string, readonly string[]> = {
  server: ["contract", "controller", "simulator"],
};

/** The gallery shows everything and is part of nothing. */
const webLayers = ["core", "ui", "features", "app", "gallery"];

export interface Import {
  /** File that imports, relative to the repository, with forward slashes. */
  from: string;
  /** What stands between the quotes. */
  to: string;
}

/** The sentence that says what is wrong with an import, or undefined when it goes the right way. */
export function wrongWay({ from, to }: Import): string | undefined {
  const owner = /^packages\/([^/]+)\//.exec(from)?.[1];
  if (owner === undefined || allowed[owner] === undefined) return undefined;
  const target = to.startsWith(".") ? slashes(join(dirname(from), to)) : to;
  const other = /^(?:@offgrid|packages)\/([^/]+)/.exec(target)?.[1];
  if (other !== undefined && other !== owner) {
    if (to.startsWith(".")) return `${from} reaches into another package: import "${to}" by its package name.`;
    const may = isTest(from) ? (allowedInTests[owner] ?? allowed[owner]) : allowed[owner];
    if (!may.includes(other)) return `${from}: package ${owner} may not import @offgrid/${other}.`;
  }
  return owner === "web" ? wrongLayer(from, target) : undefined;
}

function wrongLayer(from: string, target: string): string | undefined {
  const own = webPlace(from);
  const other = webPlace(target);
  if (own === undefined || other === undefined) return undefined;
  if (webLayers.indexOf(other.layer) > webLayers.indexOf(own.layer)) {
    return `${from}: ${own.layer} may not import ${other.layer} (${target}); imports go core, ui -> features -> app.`;
  }
  if (own.layer === "core" && other.layer === "ui") return `${from}: core may not import ui (${target}).`;
  if (own.layer === "features" && other.layer === "features" && own.part !== other.part) {
    return `${from}: feature ${own.part} may not import feature ${other.part}; move what they share to core or ui.`;
  }
  return undefined;
}

function webPlace(path: string): { layer: string; part: string } | undefined {
  const found = /^packages\/web\/src\/(\w+)\/([^/]+)/.exec(path);
  const layer = found?.[1];
  return layer !== undefined && webLayers.includes(layer) ? { layer, part: found?.[2] ?? "" } : undefined;
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes("/testing/");
}

/** The imports of a source text. */
export function importsOf(from: string, text: string): Import[] {
  const pattern = /(?:^|\n)\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((found) => ({ from, to: (found[1] ?? found[2]) as string }));
}

/** Sentences about every import of the repository that goes the wrong way. */
export function wrongImports(root: string): string[] {
  return sourceFiles(root).flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), "utf8"))
      .map(wrongWay)
      .filter((sentence) => sentence !== undefined),
  );
}

function sourceFiles(root: string): string[] {
  return Object.keys(allowed).flatMap((owner) => {
    const folder = join("packages", owner, "src");
    if (!existsSync(join(root, folder))) return [];
    return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => slashes(join(folder, file)));
  });
}

function slashes(path: string): string {
  return path.split(sep).join("/");
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const wrong = wrongImports(join(import.meta.dirname, ".."));
  for (const sentence of wrong) console.error(sentence);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
