/** The browsers that are supported: named the same everywhere, and told to whoever has an older one. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

import { buildTarget, oldestBrowsers } from "../packages/web/build/browsers.ts";
import { oldBrowserScript } from "../packages/web/build/old-browser.ts";

const root = join(import.meta.dirname, "..");
const { chrome, firefox, safari } = oldestBrowsers;
const named = `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}`;

interface Old {
  pathname?: string;
  search?: string;
  css?: { supports?: (...words: string[]) => boolean };
  hasToSorted?: boolean;
}
const without = (feature: string): Old => ({ css: { supports: (...words) => !words.join().includes(feature) } });

/** What the page of a browser says after the script. */
function saidIn({ pathname = "/", search = "", css = { supports: () => true }, hasToSorted = true }: Old): string {
  const said: string[] = [];
  const createElement = () => ({
    noModule: false,
    style: {},
    setAttribute: () => {},
    appendChild: (text: string) => said.push(text),
  });
  const context = createContext({
    document: { createElement, createTextNode: (text: string) => text, body: { insertBefore: () => {} } },
    location: { pathname, search },
    CSS: css,
  });
  if (!hasToSorted) runInContext("delete Array.prototype.toSorted;", context);
  runInContext(oldBrowserScript, context);
  return said.join();
}

test("a browser that is new enough is told nothing", () => {
  expect(saidIn({})).toBe("");
});

test.each<[string, Old]>([
  ["Firefox before it had :has", without(":has")],
  ["Chrome before it could mix colours", without("color-mix")],
  ["one whose arrays are only sorted in place", { hasToSorted: false }],
  ["one that cannot say what its CSS knows", { css: {} }],
])("%s is told which are, in the language of the page", (_, old) => {
  expect(saidIn(old)).toContain(`It needs ${named}, or a later version.`);
  expect(saidIn({ ...old, pathname: "/fr/containers" })).toContain(`Il faut Chrome ou Edge ${chrome}`);
  expect(saidIn({ ...old, search: "?language=fr" })).toContain("trop ancien");
  expect(saidIn({ ...old, pathname: "/french" })).toContain("too old");
});

test("the script is written in what the oldest browsers understand", () => {
  const { program, errors } = parseSync("old.js", oldBrowserScript, { sourceType: "script" });
  expect(errors).toEqual([]);
  const kinds = new Set<unknown>();
  JSON.stringify(program, (key, value: unknown) => {
    if (key === "type" || key === "kind") kinds.add(value);
    return value;
  });
  const newer = ["ArrowFunctionExpression", "TemplateLiteral", "const", "let", "ChainExpression", "SpreadElement"];
  expect(newer.filter((kind) => kinds.has(kind))).toEqual([]);
});

test("the README names the browsers that the program is built for", () => {
  expect(readFileSync(join(root, "README.md"), "utf8")).toContain(named);
  expect(buildTarget).toContain(`safari${safari}`);
});

/** What TypeScript does not refuse, since its types of the page follow the newest browsers. */
const newer: readonly [name: string, pattern: RegExp][] = [
  ["AbortSignal.any", /AbortSignal\.any\b/],
  ["URL.parse, URL.canParse", /\bURL\.(?:parse|canParse)\b/],
  ["light-dark()", /light-dark\(/],
  ["relative colours", /\b(?:rgb|hsl|oklch)\(from /],
  ["popover", /\bpopover(?:Target)?=/],
  ["cookieStore", /\bcookieStore\b/],
];

test("nothing of the app's own needs a newer browser", () => {
  const folder = join(root, "packages/web/src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.(?:tsx?|css)$/.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) => {
    // A comment may say why something is not used.
    const text = readFileSync(join(folder, path), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
    return newer.filter(([, pattern]) => pattern.test(text)).map(([name]) => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});
