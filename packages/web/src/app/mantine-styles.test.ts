import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "..");
const inCore = dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css"));
const inNotifications = dirname(createRequire(import.meta.url).resolve("@mantine/notifications/styles.css"));
const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const filesBelow = (folder: string, end: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => end.test(path));

/** What these sources import from the library; types do not count. */
function importedFrom(folder: string, end: RegExp): string[] {
  return filesBelow(folder, end).flatMap((path) =>
    [...read(folder, path).matchAll(/(?:import|export) \{([^}]*)\} from "@mantine\/core"/g)]
      .flatMap(([, names = ""]) => names.split(","))
      .map((name) => name.trim().split(" as ")[0]!)
      .filter((name) => name !== "" && !name.startsWith("type ")),
  );
}

/** Where each name of the library comes from, by its own list. */
function modulesByName(): Map<string, string> {
  const places = new Map<string, string>();
  for (const [, names = "", path = ""] of read(inCore, "esm/index.mjs").matchAll(
    /import \{([^}]*)\} from "(\.[^"]+)"/g,
  ))
    for (const name of names.split(",")) places.set(name.trim().split(" as ").at(-1)!, join(inCore, "esm", path));
  return places;
}

/** The classes of these modules and of everything that they import within the library. */
function classesOf(modules: readonly string[]): Set<string> {
  const classes = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = read(path);
    if (path.endsWith(".module.mjs")) for (const [, name = ""] of text.matchAll(/"(m_[0-9a-z]+)"/g)) classes.add(name);
    for (const [, next = ""] of text.matchAll(/from "(\.[^"]+)"/g)) visit(resolve(dirname(path), next));
  };
  modules.forEach(visit);
  return classes;
}

test("the stylesheet has what the components in use need of the library, and nothing more, in the library's order", () => {
  const places = modulesByName();
  const names = [
    ...importedFrom(sources, /(?<!\.test)\.tsx?$/),
    ...importedFrom(join(inNotifications, "esm"), /\.mjs$/),
  ];
  const modules = [...new Set(names)].flatMap((name) => places.get(name) ?? []);
  expect(modules.length).toBeGreaterThan(30);
  const used = classesOf(modules);
  const whole = read(inCore, "styles.layer.css");
  // Capital letters begin the names of components; the others hold for every page.
  const files = readdirSync(join(inCore, "styles"))
    .filter((name) => name.endsWith(".layer.css"))
    .map((name) => ({
      name,
      text: read(inCore, "styles", name)
        .replace(/^@layer mantine \{/, "")
        .replace(/\}\s*$/, ""),
    }))
    .filter(
      ({ name, text }) =>
        /^[a-z]/.test(name) || [...text.matchAll(/\.(m_[0-9a-z]+)/g)].some(([, one = ""]) => used.has(one)),
    )
    .map(({ name, text }) => ({ name, at: whole.indexOf(text.trim()) }));
  expect(files.filter(({ at }) => at < 0)).toEqual([]);
  const needed = files.toSorted((one, other) => one.at - other.at).map(({ name }) => name);
  const present = [...read(import.meta.dirname, "mantine.css").matchAll(/@import "@mantine\/core\/styles\/([^"]+)"/g)];
  expect(present.map(([, name]) => name)).toEqual(needed);
});
