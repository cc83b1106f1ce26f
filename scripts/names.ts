/**
 * Checks the names of files and identifiers, states and the texts of the log against the glossary: docs/glossary.md has
 * a table of words that are not used, each with the word to use instead.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";

import { type Node, type Program, parseSync } from "oxc-parser";

export interface UnusedWord {
  /** In lower case, such as "wish" or "give up". */
  word: string;
  instead: string;
}

/** Names with such a word that stay as they are, each with the reason. */
const reviewed: ReadonlyMap<string, string> = new Map([
  ["getSites", "a call's name on the wire"],
  ["getSitesV2", "a call's name on the wire"],
  ["sites", "a field of calls, as the customer's specification names it"],
  ["outside", "a type of condition beside `inside`, as calls name it"],
  ["sameSite", "the attribute of a cookie, as the browser calls it"],
  ["getPeerCertificate", "a function of Node"],
  ["peerDependencies", "a field of npm's lock file"],
  ["peerDependenciesMeta", "a field of npm's lock file"],
  ["OUTSIDE_SERVICES", "a setting that installations have in their environment"],
]);

/** The words of the glossary's table "Words that are not used". */
export function unusedWords(glossary: string): UnusedWord[] {
  const section = glossary.split(/^## /m).find((part) => part.startsWith("Words that are not used")) ?? "";
  return [...section.matchAll(/^\| `([a-z ]+)` +\| (.+?) +\|$/gm)].map(([, word = "", instead = ""]) => ({
    word,
    instead,
  }));
}

/** The words of a name: "sayUndo" is say, undo; "chart-legend" is chart, legend. */
export function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** The unused words that a name has. */
export function faultsOf(name: string, words: readonly UnusedWord[]): UnusedWord[] {
  const own = ` ${wordsOf(name).join(" ")} `;
  return words.filter(({ word }) => own.includes(` ${word} `) || own.includes(` ${word}s `));
}

/** What a source is read as; handing it over takes most of the time of this check. */
export function treeOf(path: string, text: string): Program {
  return parseSync(path, text).program;
}

/** The identifiers that a source declares or uses, each once. */
export function identifiersOf(tree: Program): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, name } = node as Partial<Node> & { name?: unknown };
    if ((type === "Identifier" || type === "PrivateIdentifier") && typeof name === "string") found.add(name);
    for (const value of Object.values(node)) visit(value);
  };
  visit(tree);
  return found;
}

const logLevels = new Set(["trace", "debug", "info", "warn", "error", "fatal"]);

/** The texts of a source that name things: states, which are texts in types, and texts of the log; each once. */
export function namingTextsOf(tree: Program): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, literal, callee, arguments: given } = node as NamingNode;
    if (type === "TSLiteralType") addText(literal);
    if (type === "CallExpression" && logLevels.has(callee?.property?.name ?? "")) given?.forEach(addText);
    for (const value of Object.values(node)) visit(value);
  };
  const addText = (node: NamingText | undefined): void => {
    if (typeof node?.value === "string") found.add(node.value);
    for (const { value } of node?.quasis ?? []) found.add(value.cooked);
  };
  visit(tree);
  return found;
}

interface NamingNode {
  type?: string;
  literal?: NamingText;
  callee?: { property?: { name?: string } };
  arguments?: readonly NamingText[];
}

/** A string, or a template with its pieces. */
interface NamingText {
  value?: unknown;
  quasis?: readonly { value: { cooked: string } }[];
}

function sentencesOf(root: string, path: string, words: readonly UnusedWord[], columns: ReadonlySet<string>): string[] {
  const tree = treeOf(path, readFileSync(join(root, path), "utf8"));
  const names = new Set([basename(path), ...identifiersOf(tree), ...namingTextsOf(tree)]);
  return [...names].flatMap((name) =>
    columns.has(name) || reviewed.has(name)
      ? []
      : faultsOf(name, words).map(
          ({ word, instead }) => `${path}: "${name}" has the word "${word}"; write ${instead}.`,
        ),
  );
}

function filesIn(folder: string, { isDeep }: { isDeep: boolean }): string[] {
  const path = join(import.meta.dirname, "..", folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: isDeep, encoding: "utf8" }).map((file) => join(folder, file));
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const root = join(import.meta.dirname, "..");
  const words = unusedWords(readFileSync(join(root, "docs", "glossary.md"), "utf8"));
  if (words.length === 0) console.error("docs/glossary.md has no table of words that are not used.");
  const packages = readdirSync(join(root, "packages")).map((name) => join("packages", name));
  // Only what is written by hand: the web app may be built meanwhile, and what a build makes comes and goes.
  const written = packages.flatMap((folder) => [join(folder, "src"), join(folder, "build")]);
  const files = [
    ...packages.flatMap((folder) => filesIn(folder, { isDeep: false })),
    ...[...written, "scripts", "e2e", "bench"].flatMap((folder) => filesIn(folder, { isDeep: true })),
  ].filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(data|results)\//.test(file));
  // A column keeps the name that a migration gave it; the server alone has columns.
  const columns = new Set(
    files
      .filter((file) => /server\/src\/core\/tables[^/]*\.ts$/.test(file))
      .flatMap((file) => [...identifiersOf(treeOf(file, readFileSync(join(root, file), "utf8")))])
      .flatMap((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  );
  const found = files.flatMap((file) =>
    sentencesOf(root, file, words, file.startsWith(join("packages", "server")) ? columns : new Set()),
  );
  for (const sentence of found) console.error(sentence);
  process.exitCode = words.length > 0 && found.length === 0 ? 0 : 1;
}
