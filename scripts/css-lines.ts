/** Style sheets stay short: what is written twice has a home in `ui/shared.css` or a part. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Lines of all style sheets of the web app together, and of the sheet of one part. */
export const limits = { all: 4_500, one: 180 } as const;

/** Sheets that hold what all parts share and may be longer. */
const shared: ReadonlyMap<string, number> = new Map([["ui/shared.css", 400]]);

export type Sheet = { name: string; lines: number };

/** What is too long, as sentences; empty when nothing is. */
export function tooLong(sheets: readonly Sheet[]): string[] {
  const all = sheets.reduce((sum, { lines }) => sum + lines, 0);
  return [
    ...sheets
      .map((sheet) => ({ ...sheet, limit: shared.get(sheet.name) ?? limits.one }))
      .filter(({ lines, limit }) => lines > limit)
      .map(({ name, lines, limit }) => `${name}: ${lines} lines, ${limit} are allowed: split it, or share rules.`),
    ...(all > limits.all
      ? [`All style sheets: ${all} lines, ${limits.all} are allowed: look for rules that ui/shared.css has already.`]
      : []),
  ];
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === "") {
  const folder = join(import.meta.dirname, "..", "packages", "web", "src");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  const found = tooLong(
    names.map((name) => ({
      name: name.replaceAll("\\", "/"),
      lines: readFileSync(join(folder, name), "utf8").split("\n").length - 1,
    })),
  );
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length === 0 ? 0 : 1;
}
