/** The parts in packages/web/src/ui know nothing of the portal's domain: a word of the domain there is a fault. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

import { importsOf } from "./imports.ts";

/**
 * Words of docs/glossary.md that no part of ui/ may use, in the singular. A layout that others would call a container
 * is called a frame.
 */
const domainWords = new Set(
  "audit backfill backfilled battery blackout cluster container controller favorite favourite fleet generator passkey people person role session site soc solar ticket user warning".split(
    " ",
  ),
);
/** The names of ARIA and of the browser's own interfaces. */
const platformWords = /\bAbortController\b|\brole=|\brole:|\bByRole\b|userAgent|sessionStorage|navigator\.userAgent/g;

/** The words of the domain in a source or catalogue, each with its line, from 1. */
export function domainWordsIn(text: string): { line: number; word: string }[] {
  return text.split("\n").flatMap((line, index) => {
    const words = line.replaceAll(platformWords, "").match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    return words
      .filter((word) => domainWords.has(singular(word.toLowerCase())))
      .map((word) => ({ line: index + 1, word }));
  });
}

/** The modules of the contract's features that a source imports: types of the domain, which a part takes as props. */
export function domainImportsOf(path: string, text: string): string[] {
  return importsOf(path, text).flatMap(({ to }) =>
    to.startsWith("@offgrid/contract/") && !to.startsWith("@offgrid/contract/core/") ? to : [],
  );
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/**
 * The files of a folder to check: programs and texts. Stories and tests show parts by examples of the domain, and
 * tokens.css names the domain's colours.
 */
function judgedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(tsx?|json)$/.test(file) && !/\.(test|stories)\.tsx?$|\.fr\.json$/.test(file),
  );
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const folder = join("packages", "web", "src", "ui");
  const root = join(import.meta.dirname, "..");
  const found = judgedFiles(join(root, folder)).flatMap((file) => {
    const path = join(folder, file);
    const text = readFileSync(join(root, path), "utf8");
    return [
      ...domainWordsIn(file).map(({ word }) => `${path}: "${word}" in its name is a word`),
      ...domainWordsIn(text).map(({ line, word }) => `${path}:${line}: "${word}" is a word`),
      ...(/\.tsx?$/.test(file) ? domainImportsOf(path, text).map((to) => `${path}: "${to}" is a module`) : []),
    ];
  });
  for (const place of found)
    console.error(`${place} of the domain: move the part to domain/, or name it by its shape and pass what it needs.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
