/** `npm run docs` writes the generated documents; with `--check` it only says whether they are up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { settings } from "@offgrid/server/config/config";
import { exampleFile } from "@offgrid/server/config/config.examples";
import { type FormatConfig, format } from "oxfmt";

import { apiDocument, openApi } from "./docs.api.ts";
import { casesSection } from "./docs.cases.ts";
import { deadPaths } from "./docs.paths.ts";
import { metricsDocument, topicsDocument } from "./docs.telemetry.ts";

const root = join(import.meta.dirname, "..");
const notice = "<!-- Made by `npm run docs` from packages/contract. Edit the contract, not this file. -->\n\n";
const style: FormatConfig = { printWidth: 120 };
const wrapped: FormatConfig = { ...style, proseWrap: "always" };

const { version } = JSON.parse(read("package.json")) as { version: string };
const documents: Record<string, string> = Object.fromEntries(
  await Promise.all([
    formatted("docs/api.md", notice + apiDocument(), wrapped),
    formatted("docs/openapi.json", JSON.stringify(openApi(version)), style),
    formatted("docs/topics.md", notice + topicsDocument(), wrapped),
    formatted("docs/metrics.md", notice + metricsDocument(), wrapped),
    formatted("docs/quality.md", withPart("docs/quality.md", "cases", casesSection(root)), wrapped),
    formatted("README.md", withPart("README.md", "settings", settingsTable()), style),
  ]),
);
documents["deploy/offgrid-portal.env"] = exampleFile();

const stale = Object.entries(documents).filter(([path, text]) => read(path) !== text);
if (process.argv.includes("--check")) {
  const dead = deadPaths(root);
  for (const [path] of stale) console.error(`${path} is not what the sources say.`);
  for (const sentence of dead) console.error(sentence);
  process.exitCode = stale.length === 0 && dead.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) writeFileSync(join(root, path), text);
  console.log(
    stale.length === 0 ? "All documents were up to date." : `Wrote ${stale.map(([path]) => path).join(", ")}.`,
  );
}

/** @throws Error when the text is not of the kind that its file name says. */
async function formatted(path: string, text: string, how: FormatConfig): Promise<[path: string, text: string]> {
  const { code, errors } = await format(path, text, how);
  if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors.map((e) => e.message).join(" ")}`);
  return [path, code];
}

/** Text of a file of the repository, empty when it does not exist yet. */
function read(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}

function settingsTable(): string {
  const rows = Object.values(settings).map(({ name, shown, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |`);
  return `| Variable | Default | Meaning |\n|---|---|---|\n${rows.join("\n")}`;
}

/** A document with the text between its two marks replaced. */
function withPart(path: string, mark: string, part: string): string {
  const marks = new RegExp(`(<!-- ${mark} -->)[\\s\\S]*?(<!-- /${mark} -->)`);
  const document = read(path);
  if (!marks.test(document)) throw new Error(`${path} has lost the marks <!-- ${mark} --> and <!-- /${mark} -->.`);
  return document.replace(marks, (_, open: string, close: string) => `${open}\n\n${part}\n\n${close}`);
}
