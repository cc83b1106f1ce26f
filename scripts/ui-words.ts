/** The parts in packages/web/src/ui know nothing of the portal's domain: a word of the domain there is a fault. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Words of docs/glossary.md that no part of ui/ may use, in the singular. A layout that others would call a container
 * is called a frame.
 */
const domainWords = new Set(
  "audit battery blackout cluster container controller favorite favourite fleet generator people person role session site soc solar ticket user warning".split(
    " ",
  ),
);
/** The names of ARIA and of the browser's own interfaces. */
const platformWords = /\brole=|\brole:|\bByRole\b|userAgent|sessionStorage|navigator\.userAgent/g;

/** The words of the domain in a source or catalogue, each with its line, from 1. */
export function domainWordsIn(text: string): { line: number; word: string }[] {
  return text.split("\n").flatMap((line, index) => {
    const words = line.replaceAll(platformWords, "").match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    return words
      .filter((word) => domainWords.has(singular(word.toLowerCase())))
      .map((word) => ({ line: index + 1, word }));
  });
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
  const found = judgedFiles(join(root, folder)).flatMap((file) => [
    ...domainWordsIn(file).map(({ word }) => `${join(folder, file)}: "${word}" in its name`),
    ...domainWordsIn(readFileSync(join(root, folder, file), "utf8")).map(
      ({ line, word }) => `${join(folder, file)}:${line}: "${word}"`,
    ),
  ]);
  for (const place of found)
    console.error(`${place} is a word of the domain: move the part to domain/, or name it by its shape.`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
