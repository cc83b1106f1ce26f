/** The titles of the tests, as their sources have them: documents name tests by file and title. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The files with tests, from the root of the repository. */
export function testFiles(root: string): string[] {
  // Only sources: the web app may be built beside this, and what a build makes comes and goes.
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`);
  return [...packages, "e2e", "scripts"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\.(test|spec|journeys)\.tsx?$/.test(path))
    .toSorted();
}

/** The titles of the tests and groups of tests of a source file, with their placeholders, such as `%s`. */
export function testTitles(source: string): string[] {
  // What a test is repeated for may stand on lines of its own before its title.
  const titles = source.matchAll(
    /(?:\b(?:test|describe)(?:\.\w+)*(?:\([^\n]*?\))?|^\s*\](?: as const)?\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])+)\1/gm,
  );
  return [...titles].map(([, , title = ""]) => title.replaceAll(/\\(.)/g, "$1"));
}
