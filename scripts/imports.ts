/**
 * `npm run check -- imports`: checks that every import of every package goes in a direction that `layers.ts` allows.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { parseSync } from "oxc-parser";

import { layers, packagesMay, packagesMayInTests, partsMay, topFiles } from "./layers.ts";

export interface Import {
  /** The importing file, relative to the repository, with forward slashes. */
  from: string;
  /** The text between the quotes. */
  to: string;
}

/** A sentence for every import of the repository that goes the wrong way, or whose way cannot be read. */
export function wrongImports(root: string): string[] {
  return sourceFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...importsOf(file, text).flatMap((one) => wrongWay(one) ?? []), ...unreadableImports(file, text)];
  });
}

/** The sentence that says what is wrong with an import, or undefined when it is allowed. */
export function wrongWay({ from, to }: Import): string | undefined {
  const own = placeOf(from);
  if (own === undefined) return undefined;
  const other = targetOf(from, to);
  if (other === undefined) return undefined;
  if (other.owner !== own.owner) return wrongPackage(from, to, own.owner, other.owner);
  return isForTests(from) ? undefined : wrongLayer(from, own, other);
}

interface Place {
  /** The package. */
  owner: string;
  /** The first folder below `src`; a dot for files directly in `src`. */
  room: string;
  /** The folder below the room, if any. */
  part: string | undefined;
}

function placeOf(path: string): Place | undefined {
  const found = /^packages\/([^/]+)\/src\/(.+)$/.exec(path);
  const owner = found?.[1];
  if (owner === undefined || packagesMay[owner] === undefined) return undefined;
  const folders = (found?.[2] ?? "").split("/").slice(0, -1);
  return { owner, room: folders[0] ?? topFiles, part: folders[1] };
}

function targetOf(from: string, to: string): Place | undefined {
  if (to.startsWith(".")) return placeOf(slashes(join(dirname(from), to)));
  const owner = /^@offgrid\/([^/]+)/.exec(to)?.[1];
  return owner === undefined ? undefined : { owner, room: topFiles, part: undefined };
}

function wrongPackage(from: string, to: string, owner: string, other: string): string | undefined {
  if (to.startsWith(".")) return `${from} reaches into another package: import "${to}" by its package name.`;
  const inTests = isForTests(from) ? (packagesMayInTests[owner] ?? []) : [];
  if ([...(packagesMay[owner] ?? []), ...inTests].includes(other)) return undefined;
  return `${from}: package ${owner} may not import @offgrid/${other}.`;
}

function wrongLayer(from: string, own: Place, other: Place): string | undefined {
  if (own.room === other.room) return wrongPart(from, own, other);
  const rows = layers[own.owner] ?? [];
  const height = (room: string) => rows.findIndex((row) => row.includes(room));
  for (const { room, owner } of [own, other]) {
    if (height(room) === -1) return `${from}: scripts/layers.ts does not say where ${owner}/${room} stands.`;
  }
  if (height(other.room) < height(own.room)) return undefined;
  return `${from}: ${own.owner}/${own.room} may not import ${own.owner}/${other.room}; scripts/layers.ts has the order.`;
}

function wrongPart(from: string, own: Place, other: Place): string | undefined {
  const allowed = partsMay[`${own.owner}/${own.room}`];
  if (!allowed || own.part === other.part || own.part === undefined || other.part === undefined) return undefined;
  if (allowed[own.part]?.includes(other.part)) return undefined;
  return `${from}: ${own.room}/${own.part} may not import ${own.room}/${other.part}; move what they share to a lower layer.`;
}

/** Tests and their helpers may import anything. */
function isForTests(path: string): boolean {
  return /\.(test|test-d|fixture|fake|stories)\.tsx?$/.test(path) || path.includes("/testing/");
}

/** The imports of a source text: of values and of types, static and dynamic, re-exports, and the types `import("x")`. */
export function importsOf(from: string, text: string): Import[] {
  const { module } = parseSync(from, text);
  const fixed = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  const inside = laterImports(from, text).flatMap(({ source }) => literalOf(source) ?? []);
  return [...new Set([...fixed, ...passedOn, ...inside])].map((to) => ({ from, to }));
}

/** A sentence for every import of a source text whose target is known only when it runs: no check can follow it. */
export function unreadableImports(from: string, text: string): string[] {
  return laterImports(from, text).flatMap(({ source, start }) => {
    if (literalOf(source) !== undefined) return [];
    const line = text.slice(0, start).split("\n").length;
    return [`${from}:${line}: import() takes a literal path, so that its direction can be checked.`];
  });
}

/**
 * What each such import has in its text. Handing over the tree of a source takes several times as long as parsing it, and
 * one file of forty has such an import.
 */
const later = /\bimport\b\s*[(/]|\brequire\b/;

/** The imports within expressions and types, with the node of what they import. */
function laterImports(from: string, text: string): { source: unknown; start: number }[] {
  if (!later.test(text)) return [];
  const found: { source: unknown; start: number }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, source, expression, start = 0 } = node as Partial<LaterImport>;
    if (type === "ImportExpression" || type === "TSImportType") found.push({ source, start });
    if (type === "TSExternalModuleReference") found.push({ source: expression, start });
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(from, text).program);
  return found;
}

interface LaterImport {
  type: string;
  source: unknown;
  expression: unknown;
  start: number;
}

/** The text of a string, or of a template without values; undefined for any other expression. */
function literalOf(node: unknown): string | undefined {
  const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] };
  if (type === "Literal" && typeof value === "string") return value;
  return type === "TemplateLiteral" && quasis?.length === 1 ? quasis[0]?.value.cooked : undefined;
}

function sourceFiles(root: string): string[] {
  return Object.keys(packagesMay).flatMap((owner) => {
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
