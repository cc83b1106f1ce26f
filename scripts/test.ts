/** `npm test`: everything; `-- unit` or `-- browser` is a part of it, and what follows goes to that runner. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ensureBrowser } from "./browser.ts";
import { ensureWebBuilt } from "./build-web.ts";
import { addCounts, closingLine, countBrowser, countUnit, type Counts } from "./report.ts";

const root = join(import.meta.dirname, "..");
const results = join(root, "test-results");
const unitReport = join(results, "unit.json");
const browserReport = join(results, "browser.json");

const [part, ...words] = process.argv.slice(2);
const wanted = part === "unit" || part === "browser" ? [part] : ["unit", "browser"];
const extra = wanted.length === 1 ? words : process.argv.slice(2);

mkdirSync(results, { recursive: true });
const counts: Counts[] = [];
if (wanted.includes("unit")) counts.push(await unitTests());
if (wanted.includes("browser")) counts.push(await browserJourneys());

const sum = addCounts(counts);
for (const skip of sum.skipped)
  console.log(`Skipped: ${skip.title}${skip.reason === undefined ? "" : `: ${skip.reason}`}`);
writeFileSync(join(results, "tests.json"), JSON.stringify(sum));
console.log(closingLine(sum));
process.exitCode = sum.failed === 0 ? 0 : 1;

async function unitTests(): Promise<Counts> {
  rmSync(unitReport, { force: true });
  const exit = await run("npx", [
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unitReport}`,
    ...extra,
  ]);
  return counted("The unit and server tests", exit, () => countUnit(parseFile(unitReport)));
}

async function browserJourneys(): Promise<Counts> {
  rmSync(browserReport, { force: true });
  let browserPath: string;
  try {
    browserPath = ensureBrowser(console.log).path;
    await ensureWebBuilt(console.log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1, skipped: [] };
  }
  const exit = await run("npx", ["playwright", "test", "--config", "e2e/playwright.config.ts", ...extra], {
    CHROMIUM_PATH: browserPath,
  });
  return counted("The browser journeys", exit, () => countBrowser(parseFile(browserReport)));
}

/** The counts of a report; a runner that ended badly without a failed test in its report is one failure. */
function counted(name: string, exit: number, read: () => Counts): Counts {
  try {
    const found = read();
    if (exit === 0 || found.failed > 0) return found;
    console.error(`${name} ended with exit code ${exit} although no test failed.`);
    return { ...found, failed: 1 };
  } catch {
    console.error(`${name} ended with exit code ${exit} and left no report.`);
    return { passed: 0, failed: 1, skipped: [] };
  }
}

function parseFile(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Runs a program of this repository with its output shown; resolves to its exit code, 1 when a signal ended it. */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      shell: process.platform === "win32",
    });
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
