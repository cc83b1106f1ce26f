/** What docs/spec.md has to keep to: every route and call of the specification has its line, and every line its proof. */
import type { Specified } from "./spec-list.ts";

/** A line of a table: what the specification says, where that is here, and which tests prove it. */
export interface SpecLine {
  /** The heading above its table. */
  chapter: string;
  specification: string;
  here: string;
  proof: string;
}

/** What there is. */
export interface Portal {
  /** Paths of the routes of the web app, such as `/charts/$slug` and `/users/{-$slug}`. */
  routes: readonly string[];
  calls: readonly string[];
  /** Every file with tests, with its titles and its text. */
  tests: ReadonlyMap<string, { titles: readonly string[]; source: string }>;
}

/** @throws Error for a line of a table that has not its three cells. */
export function specLines(document: string): SpecLine[] {
  let chapter = "";
  return document.split("\n").flatMap((line) => {
    if (line.startsWith("#")) chapter = line.replace(/^#+ /, "");
    if (!line.startsWith("|") || /^\| *(?:Specification |:?-)/.test(line)) return [];
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [specification = "", here = "", proof = ""] = cells.map((cell) => cell.trim().replaceAll(/\\(.)/g, "$1"));
    if (cells.length !== 3 || here === "")
      throw new Error(`docs/spec.md: "${line}" has not the three cells of a line.`);
    return [{ chapter, specification, here, proof }];
  });
}

/** Lines that do not hold begin with one of these words and say why. */
const isMissing = ({ here }: SpecLine): boolean => here.startsWith("Missing: ");

/** What is wrong with the tables, as sentences; empty when nothing is. */
export function specFaults(lines: readonly SpecLine[], specified: Specified, portal: Portal): string[] {
  const routes = namesIn(lines, "Routes");
  const calls = namesIn(lines, "Calls");
  return [
    ...lost("route", specified.routes, routes),
    ...lost("call", specified.calls, calls),
    ...untrue("route", routes, (name) => portal.routes.includes(routePath(name))),
    ...untrue("call", calls, (name) => portal.calls.includes(name)),
    ...lines.flatMap((line) => proofFaults(line, portal)),
    ...[...calls].flatMap(([name, line]) => (isMissing(line) || isNamed(name, line, portal) ? [] : [unnamed(name)])),
  ];
}

/** The lines of a chapter by the route or call that each is about. */
function namesIn(lines: readonly SpecLine[], chapter: string): Map<string, SpecLine> {
  return new Map(
    lines
      .filter((line) => line.chapter === chapter)
      .map((line) => {
        const [, name = ""] = /^`([^`]+)`/.exec(line.specification) ?? [];
        return [chapter === "Calls" ? name.replace(/^\//, "") : name, line];
      }),
  );
}

/** As the router writes it. */
function routePath(name: string): string {
  return name.replace("{slug?}", "{-$slug}").replace("{slug}", "$slug");
}

function lost(kind: string, wanted: readonly string[], found: ReadonlyMap<string, SpecLine>): string[] {
  return wanted
    .filter((name) => !found.has(name))
    .map((name) => `docs/spec.md has no line of the ${kind} ${name}, which the specification names.`);
}

function untrue(kind: string, found: ReadonlyMap<string, SpecLine>, exists: (name: string) => boolean): string[] {
  return [...found].flatMap(([name, line]) => {
    if (exists(name) !== isMissing(line)) return [];
    return isMissing(line)
      ? [`docs/spec.md says that the ${kind} ${name} is missing, but it is there.`]
      : [`docs/spec.md names the ${kind} ${name}, which the portal does not have.`];
  });
}

function proofFaults({ specification, proof }: SpecLine, { tests }: Portal): string[] {
  return proof.split(/ ?<br> ?/).flatMap((one) => {
    if (/^None: ./.test(one)) return [];
    const named = testIn(one);
    if (!named) return [`docs/spec.md: "${specification}" has neither a test nor says why there is none.`];
    const file = tests.get(named.file);
    if (!file) return [`docs/spec.md: "${specification}" names ${named.file}, which has no tests.`];
    if (file.titles.includes(named.title)) return [];
    return [`docs/spec.md: "${specification}" names a test that is not in ${named.file}: ${named.title}`];
  });
}

function testIn(proof: string): { file: string; title: string } | undefined {
  const [, file, title] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
  return file === undefined || title === undefined ? undefined : { file, title };
}

/** Does a file that proves a call make it? */
function isNamed(name: string, { proof }: SpecLine, { tests }: Portal): boolean {
  const files = proof.split("<br>").flatMap((one) => testIn(one.trim())?.file ?? []);
  return files.some((file) => new RegExp(`["'/]${name}["'\`]`).test(tests.get(file)?.source ?? ""));
}

function unnamed(name: string): string {
  return `docs/spec.md: no test that is to prove the call ${name} makes it.`;
}

/** What the text of the specification itself names. */
export function namedIn(specification: string): Specified {
  const [, routes = ""] = /^Static routes: (.+)\.$/m.exec(specification) ?? [];
  const [, paths = ""] = /^Paths:\n((?:- .+\n?)+)/m.exec(specification) ?? [];
  const groups = paths.split("\n").map((line) => line.replace(/^- [^:]+: /, "").replace(/\.$/, ""));
  const calls: string[] = [];
  for (const name of listed(groups.join(", "))) {
    // "/getContainerInfoV2, V3 and V4" are three.
    calls.push(/^V\d$/.test(name) ? (calls.at(-1) ?? "").replace(/V\d$/, name) : name.replace(/^\//, ""));
  }
  return { routes: listed(routes), calls };
}

function listed(text: string): string[] {
  return text
    .replaceAll(/ \([^)]*\)/g, "")
    .split(/, | and /)
    .filter((name) => name !== "");
}

/** Where the list that the checks go by differs from the specification, as sentences. */
export function listFaults(list: Specified, specification: Specified): string[] {
  return (["routes", "calls"] as const).flatMap((kind) => [
    ...specification[kind]
      .filter((name) => !list[kind].includes(name))
      .map((name) => `scripts/spec-list.ts lacks ${name}, which the specification names among its ${kind}.`),
    ...list[kind]
      .filter((name) => !specification[kind].includes(name))
      .map((name) => `scripts/spec-list.ts has ${name}, which the specification does not name among its ${kind}.`),
  ]);
}
