/** Which test proves which case of the catalogue: read from the titles of the tests, which begin with the case's number. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { testFiles, testTitles } from "./test-titles.ts";

/** The cases, by part of the product. */
const catalogue: Readonly<Record<string, readonly string[]>> = {
  Telemetry: [
    ..."B8 B9 C4 C11 C12 D1 D2 D3 D4 D5 D6 D7 D8 D9 D10".split(" "),
    ..."E1 E2 E3 E4 E5 E6 E7 E8 F1 F2 F3 F6 F7".split(" "),
  ],
  People: [
    ..."A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14".split(" "),
    ..."B1 B2 B3 B4 B5 B6 B7 B10 B11 B12 C1 C2 C3 C5 C6 C7 C10".split(" "),
  ],
  Charts: ["C8", "C9", "F4"],
  Control: ["E9", "E10", "E11", "E12", "E13", "E14"],
  Operations: ["E15", "E16", "E17", "E18"],
  Warnings: ["F5", "F8"],
};

export interface CaseTest {
  id: string;
  title: string;
  /** From the root of the repository. */
  file: string;
}

/**
 * The tests of a source file whose titles begin with numbers of cases, such as `"D1, D4: ..."`: one entry per number.
 * @throws Error for a number that the catalogue does not have.
 */
export function caseTests(file: string, source: string): CaseTest[] {
  const known = new Set(Object.values(catalogue).flat());
  return testTitles(source).flatMap((whole) => {
    const [, ids = "", title = ""] = /^((?:[A-F]\d+(?:, )?)+): (.+)$/.exec(whole) ?? [];
    return (ids === "" ? [] : ids.split(", ")).map((id) => {
      if (!known.has(id)) throw new Error(`${file}: there is no case ${id}.`);
      return { id, title, file };
    });
  });
}

/** The part of docs/quality.md that lists the cases by number, with their tests and the command that runs them. */
export function casesSection(root: string): string {
  // Not those of the tools: the test of this file has made-up titles.
  const files = testFiles(root).filter((file) => !file.startsWith("scripts/"));
  const tests = files.flatMap((file) => caseTests(file, readFileSync(join(root, file), "utf8")));
  return Object.entries(catalogue)
    .map(([part, ids]) => {
      const rows = ids.flatMap((id) =>
        tests
          .filter((test) => test.id === id)
          .map(
            ({ title, file }) => `| ${id} | ${title.replaceAll("|", "\\|")} | \`${file}\` | \`${commandOf(file)}\` |`,
          ),
      );
      const open = ids.filter((id) => !tests.some((test) => test.id === id));
      const table = `| Case | What is proved | Test | Runs in |\n|---|---|---|---|\n${rows.join("\n")}`;
      return [
        `### ${part}`,
        ...(rows.length > 0 ? [table] : []),
        ...(open.length > 0 ? [`Without a test of their own: ${open.join(", ")}.`] : []),
      ].join("\n\n");
    })
    .join("\n\n");
}

function commandOf(file: string): string {
  if (file.includes("/torture/")) return "npm run torture";
  return file.endsWith(".spec.ts") ? "npm run e2e" : "npm run test:unit";
}
