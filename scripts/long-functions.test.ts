import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

/** The linter refuses functions over this many lines, without blank ones and comments, but in the files of its list. */
const most = 60;
const root = join(import.meta.dirname, "..");

interface Override {
  files: string[];
  rules: { "max-lines-per-function"?: ["error", { max: number }] | "off" };
}

/** The files that the list of long functions names. */
function listed(): string[] {
  const text = readFileSync(join(root, ".oxlintrc.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { overrides } = JSON.parse(text) as { overrides: Override[] };
  return overrides
    .filter(({ rules }) => Array.isArray(rules["max-lines-per-function"]))
    .flatMap(({ files }) => files.flatMap(spelledOut));
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function spelledOut(pattern: string): string[] {
  const [all, head = "", choices = "", tail = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return all === undefined ? [pattern] : choices.split(",").flatMap((one) => spelledOut(`${head}${one}${tail}`));
}

/** The lines of the longest function of a source text, as the linter counts them. */
function longest(file: string, text: string): number {
  let most = 0;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type, start = 0, end = 0 } = node as { type?: string; start?: number; end?: number };
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type ?? ""))
      most = Math.max(most, linesOf(text.slice(start, end)));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return most;
}

function linesOf(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/?\*)/.test(line)).length;
}

test("the list of long functions names no file that has none", () => {
  const files = listed();
  expect(files.length).toBeGreaterThan(10);
  const isLong = (file: string) => {
    const path = join(root, file);
    return existsSync(path) && longest(file, readFileSync(path, "utf8")) > most;
  };
  expect(files.filter((file) => !isLong(file))).toEqual([]);
});
