/**
 * Finds modules that import each other in a circle, including imports of types and lazy imports. The linter's own rule
 * misses circles that a lazy import closes, yet no file in such a circle can be understood alone.
 */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { importsOf } from "./imports.ts";

/** Paths of modules, with the modules that each imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The groups of modules that reach each other (Tarjan's algorithm); a module that only imports others is in none. */
export function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (module: string): number => {
    const place = order.size;
    order.set(module, place);
    open.push(module);
    let low = place;
    for (const other of graph.get(module) ?? []) {
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (open.includes(other)) low = Math.min(low, lowest.get(other) ?? order.get(other) ?? low);
    }
    lowest.set(module, low);
    if (low !== place) return low;
    const members = open.splice(open.indexOf(module));
    if (members.length > 1 || graph.get(module)?.includes(module)) circles.push(members.toSorted());
    return low;
  };
  for (const module of graph.keys()) if (!order.has(module)) visit(module);
  return circles;
}

/** The import graph of the TypeScript files below a folder. */
export function graphOf(folder: string): ImportGraph {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const imports = importsOf(file, readFileSync(join(folder, file), "utf8"));
      const targets = imports.filter(({ to }) => to.startsWith(".")).map(({ to }) => join(dirname(file), to));
      return [file, targets.filter((target) => known.has(target))];
    }),
  );
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const packages = join(import.meta.dirname, "..", "packages");
  const found = readdirSync(packages).flatMap((name) =>
    circlesOf(graphOf(join(packages, name, "src"))).map((circle) => `packages/${name}/src: ${circle.join(", ")}`),
  );
  for (const circle of found) console.error(`These modules import each other in a circle: ${circle}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
