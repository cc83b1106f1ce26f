/** Which paths documents name: that they exist, and what goes with a document that leaves the repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files with text written by people. */
function documents(root: string): string[] {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md"),
  );
  return ["README.md", "AGENTS.md", "CONTRIBUTING.md", ...inDocs.map((file) => join("docs", file))];
}

/** Paths of the repository in backticks, and targets of links within it, relative to the root. */
export function pathsIn(file: string, text: string): string[] {
  const named = [...text.matchAll(/`((?:packages|scripts|docs|e2e|bench)\/[\w./-]+)`/g)].map(
    (found) => found[1] as string,
  );
  return [...named, ...linksIn(file, text)];
}

function linksIn(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map((found) => join(dirname(file), found[1] as string));
}

/** @returns the document, and whatever a reader comes to by its links and by theirs, relative to the root. */
export function readableFrom(root: string, document: string): string[] {
  const found = new Set([document]);
  for (const file of found)
    if (file.endsWith(".md") && existsSync(join(root, file)))
      for (const path of linksIn(file, readFileSync(join(root, file), "utf8"))) found.add(path);
  return [...found];
}

/** A sentence for each path that does not exist. */
export function deadPaths(root: string): string[] {
  return documents(root).flatMap((file) =>
    [...new Set(pathsIn(file, readFileSync(join(root, file), "utf8")))]
      .filter((path) => !path.includes("NNNN") && !existsSync(join(root, path)))
      .map((path) => `${file} names ${path}, which does not exist.`),
  );
}
