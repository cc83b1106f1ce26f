/** `npm run docs` writes the generated documents; with `--check` it only says whether they are up to date. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { settings } from "@offgrid/server/core/config";
import { format } from "prettier";

import { apiDocument, openApi } from "./docs.api.ts";
import { deadPaths } from "./docs.paths.ts";
import { metricsDocument, topicsDocument } from "./docs.telemetry.ts";

const root = join(import.meta.dirname, "..");
const notice = "<!-- Made by `npm run docs` from packages/contract. Edit the contract, not this file. -->\n\n";
const style = { printWidth: 120 };
const wrapped = { ...style, parser: "markdown", proseWrap: "always" } as const;

const { version } = JSON.parse(read("package.json")) as { version: string };
const documents: Record<string, string> = {
  "docs/api.md": await format(notice + apiDocument(), wrapped),
  "docs/openapi.json": await format(JSON.stringify(openApi(version)), { parser: "json", ...style }),
  "docs/topics.md": await format(notice + topicsDocument(), wrapped),
  "docs/metrics.md": await format(notice + metricsDocument(), wrapped),
  "README.md": await format(withSettings(read("README.md")), { parser: "markdown", ...style }),
};

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

/** Text of a file of the repository, empty when it does not exist yet. */
function read(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}

/** The README with the table of settings between its two marks. */
function withSettings(readme: string): string {
  const rows = Object.values(settings).map(({ name, shown, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |`);
  const table = `| Variable | Default | Meaning |\n|---|---|---|\n${rows.join("\n")}`;
  const marks = /(<!-- settings -->)[\s\S]*?(<!-- \/settings -->)/;
  if (!marks.test(readme)) throw new Error("README.md has lost the marks <!-- settings --> and <!-- /settings -->.");
  return readme.replace(marks, (_, open: string, close: string) => `${open}\n\n${table}\n\n${close}`);
}
