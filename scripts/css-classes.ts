/**
 * Each class of a style sheet is used by a source: one that is left over is noise, and bytes for every browser. Each property
 * of the portal's own (`--og-`) that is used is set somewhere: an icon whose colour is not there is not seen.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** The classes that a sheet styles, without those of others that it only mentions (`:global(.x)`). */
export function classesOf(css: string): Set<string> {
  const selectors = withoutComments(css)
    .replaceAll(/:global\([^)]*\)/g, "")
    .replaceAll(/\{[^{}]*\}/g, "{}");
  return new Set(Array.from(selectors.matchAll(/\.(-?[A-Za-z_][\w-]*)/g), ([, name]) => name!));
}

/** The classes that rules of a sheet take over: from itself, from `global`, or from another sheet. */
export function composedIn(css: string): { own: string[]; global: string[]; other: string[] } {
  const taken = { own: [] as string[], global: [] as string[], other: [] as string[] };
  for (const [, names = "", from] of withoutComments(css).matchAll(/composes:([^;]*?)(?:\sfrom\s+([^;]+))?;/g)) {
    const list = names.trim().split(/\s+/);
    if (from === undefined) taken.own.push(...list);
    else if (from.trim() === "global") taken.global.push(...list);
    else taken.other.push(...list);
  }
  return taken;
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*.*?\*\//gs, "");
}

/** The name that a source gives to a sheet that it imports; undefined: it imports another. */
export function importName(source: string, sheet: string): string | undefined {
  return Array.from(source.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)).find(
    ([, , path = ""]) => path.split("/").at(-1) === sheet,
  )?.[1];
}

/** The classes of a sheet that no source uses. A source that picks them by a computed name is taken to use all. */
export function unusedIn(sheet: string, css: string, sources: readonly string[]): string[] {
  const used = new Set(composedIn(css).own);
  for (const source of sources) {
    const name = importName(source, sheet);
    if (name === undefined) continue;
    if (new RegExp(String.raw`\b${name}\[(?!")|[=(,{]\s*${name}\s*[,)};]`).test(source)) return [];
    for (const [, plain, quoted] of source.matchAll(new RegExp(String.raw`\b${name}(?:\.(\w+)|\["([^"]+)"\])`, "g")))
      used.add((plain ?? quoted)!);
  }
  return [...classesOf(css)].filter((one) => !used.has(one));
}

/** The portal's own global classes (`og-`) that neither a source nor another sheet uses. */
export function unusedGlobals(css: string, sheets: readonly string[], sources: readonly string[]): string[] {
  const composed = new Set(sheets.flatMap((sheet) => composedIn(sheet).global));
  return [...classesOf(css)].filter(
    (one) =>
      one.startsWith("og-") &&
      !composed.has(one) &&
      !sources.some((source) => new RegExp(String.raw`(?<![\w-])${one}(?![\w-])`).test(source)),
  );
}

/** The portal's own custom properties that nothing sets. @param texts Sheets and sources. */
export function unsetIn(texts: readonly string[]): string[] {
  const all = texts.map(withoutComments).join("\n");
  const names = (pattern: RegExp) => new Set(Array.from(all.matchAll(pattern), ([, name]) => name!));
  const set = names(/["'`]?(--og-[\w-]+)["'`\]]*\s*[:,]/g);
  return [...names(/var\((--og-[\w-]+)\s*\)/g)].filter((name) => !set.has(name));
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const folder = join(import.meta.dirname, "..", "packages", "web", "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const read = (of: readonly string[]) => of.map((file) => readFileSync(join(folder, file), "utf8"));
  const sources = read(files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)));
  const sheets = files.filter((file) => file.endsWith(".css"));
  const texts = read(sheets);
  const found = sheets.flatMap((sheet, index) => {
    const css = texts[index]!;
    const unused = sheet.endsWith(".module.css")
      ? unusedIn(sheet.split(/[\\/]/).at(-1)!, css, sources)
      : unusedGlobals(css, texts, sources);
    const place = `packages/web/src/${sheet}`;
    return [
      ...unused.map((one) => `${place}: no source uses .${one}: remove its rules.`),
      // The build writes all rules of the other sheet once more into this one.
      ...composedIn(css).other.map(
        (one) => `${place}: .${one} is composed from another sheet: share a part in its place.`,
      ),
    ];
  });
  found.push(...unsetIn([...texts, ...sources]).map((name) => `packages/web/src: nothing sets ${name}.`));
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length === 0 ? 0 : 1;
}
