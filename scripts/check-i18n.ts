/**
 * Checks the texts of the screens: English and French have the same keys and placeholders, every key is used, every
 * refusal and every call (in the audit log) has a text, and no long text is untranslated.
 */
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";

import { refusals } from "@offgrid/contract/core/refusal";
import { calls } from "@offgrid/contract/registry";

import { type TextFile, findTextFaults, flatten } from "./i18n-rules.ts";

const root = join(import.meta.dirname, "..");
// What the portal says too is in the contract, and becomes one with the texts of the screens that have its name.
const paths = ["web", "contract"].flatMap((name) =>
  readdirSync(join(root, "packages", name, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)),
);

const files = paths
  .filter((path) => /\.(en|fr)\.json$/.test(path))
  .map((path): TextFile => {
    const [namespace = "", locale = ""] = basename(path).split(".");
    return { path: relative(root, path), namespace, locale, texts: flatten(JSON.parse(readFileSync(path, "utf8"))) };
  });
const code = paths
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(path, "utf8"));

const findings = findTextFaults(files, code, { refusals: Object.keys(refusals), calls: Object.keys(calls) });
for (const { path, text } of findings) console.error(`${path}: ${text}`);
const keys = files.reduce((sum, file) => sum + file.texts.size, 0);
console.log(`${files.length} files with ${keys} texts, ${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
