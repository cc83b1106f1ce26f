/**
 * `npm run check`: everything that can be checked without running the product. `-- format types` runs only the named
 * checks.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");

interface Check {
  name: string;
  command: readonly string[];
  /** How to repair it; absent where the messages of the check say enough. */
  repair?: string;
}

// Finds the programs that npx would find, without starting npm for each check.
process.env.PATH = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
// The compiler and the linter are programs in Go, which by default collect garbage at each doubling of what they keep.
process.env["GOGC"] ??= "400";

const packages = readdirSync(join(root, "packages")).filter((name) =>
  existsSync(join(root, "packages", name, "tsconfig.json")),
);

/** Four checkers, as by default, find out each for itself what all need, and two cores have nothing to gain from them. */
const types = ["tsc", "--checkers", "1"];

const checks: readonly Check[] = [
  { name: "format", command: ["oxfmt", "--check"], repair: "npm run format" },
  { name: "lint", command: ["oxlint", "--deny-warnings"], repair: "npx oxlint --fix, then by hand" },
  ...packages.map((name) => ({ name: `types ${name}`, command: [...types, "-p", `packages/${name}`] })),
  { name: "types tools", command: [...types, "-p", "."] },
  { name: "unused", command: ["knip", "--no-progress"], repair: "remove what is named, or its `export`" },
  { name: "classes", command: ["tsx", "scripts/css-classes.ts"] },
  { name: "style lines", command: ["tsx", "scripts/css-lines.ts"] },
  { name: "imports", command: ["tsx", "scripts/imports.ts"] },
  { name: "circles", command: ["tsx", "scripts/circles.ts"] },
  { name: "words of ui", command: ["tsx", "scripts/ui-words.ts"] },
  { name: "names", command: ["tsx", "scripts/names.ts"] },
  { name: "texts", command: ["tsx", "scripts/check-i18n.ts"] },
  { name: "spec", command: ["tsx", "scripts/spec.ts"] },
  { name: "documents", command: ["tsx", "scripts/docs.ts", "--check"], repair: "npm run docs" },
];

interface Outcome {
  check: Check;
  passed: boolean;
  seconds: number;
  output: string;
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !checks.some((check) => check.name.startsWith(name)));
if (unknown.length > 0) {
  console.error(
    `No check is called ${unknown.join(", ")}. There are: ${checks.map((check) => check.name).join(", ")}.`,
  );
  process.exit(2);
}
const wanted = checks.filter((check) => named.length === 0 || named.some((name) => check.name.startsWith(name)));

const outcomes = await runAll(wanted);
for (const { check, output } of outcomes.filter((outcome) => !outcome.passed)) {
  console.log(`\n--- ${check.name} ---\n${output.trim()}`);
  if (check.repair !== undefined) console.log(`Repair: ${check.repair}`);
}
const passed = outcomes.filter((outcome) => outcome.passed).length;
const failed = outcomes.length - passed;
mkdirSync(join(root, "test-results"), { recursive: true });
writeFileSync(join(root, "test-results", "checks.json"), JSON.stringify({ passed, failed, skipped: [] }));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs the checks in parallel, one per processor, says each result as it comes, and returns them in order. */
async function runAll(all: readonly Check[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = all.entries();
  const work = async (): Promise<void> => {
    for (const [index, check] of waiting) {
      const outcome = await runOne(check);
      outcomes[index] = outcome;
      console.log(
        `${outcome.passed ? "ok    " : "FAILED"}  ${check.name.padEnd(18)}${outcome.seconds.toFixed(1).padStart(6)} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), all.length) }, work));
  return outcomes;
}

function runOne(check: Check): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    let output = "";
    const [program = "", ...parameters] = check.command;
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const keep = (part: Buffer): void => {
      output += part.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const end = (passed: boolean): void =>
      resolve({ check, passed, seconds: (performance.now() - began) / 1000, output });
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}
