/** `npm test`: everything; `-- unit`, `-- components` or `-- browser` is a part of it, and what follows goes to that runner. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ensureTestBrowser } from "./browser.ts";
import { ensureGalleryBuilt, ensureWebBuilt } from "./build-web.ts";
import {
  addCounts,
  browserTimings,
  closingLine,
  countBrowser,
  countUnit,
  type Counts,
  failureLines,
  slowest,
  type Timing,
  unitTimings,
} from "./report.ts";

const root = join(import.meta.dirname, "..");
const results = join(root, "test-results");
const unitReport = join(results, "unit.json");
const componentReport = join(results, "components.json");
const browserReport = join(results, "browser.json");

const [part, ...words] = process.argv.slice(2);
const parts = ["unit", "components", "browser"];
const wanted = part !== undefined && parts.includes(part) ? [part] : parts;
const extra = wanted.length === 1 ? words : process.argv.slice(2);

mkdirSync(results, { recursive: true });
const counts: Counts[] = [];
const timings: { tests: Timing[]; files: Timing[]; parts: Timing[] } = { tests: [], files: [], parts: [] };
// The first part waits for time limits and quiet minutes for a good share of its time, so the second runs beside it.
const isBeside = wanted.includes("unit") && wanted.includes("components");
const components = wanted.includes("components") ? componentTests(isBeside) : undefined;
// So do the pages that the journeys open, once the second part has left a core.
const ready = wanted.length > 1 ? components?.then(() => makeReady({ withGallery: true })) : undefined;
if (wanted.includes("unit")) counts.push(await unitTests());
if (components) counts.push(await components.then(shown));
if (wanted.includes("browser")) counts.push(await browserJourneys(ready));

const sum = addCounts(counts);
for (const [title, all] of [
  ["Slowest tests", timings.tests],
  ["Slowest files", timings.files],
  ["Parts", timings.parts],
] as const) {
  console.log(`${title}:\n${slowest(all, 10).join("\n")}`);
}
for (const skip of sum.skipped)
  console.log(`Skipped: ${skip.title}${skip.reason === undefined ? "" : `: ${skip.reason}`}`);
if (sum.failures.length > 0) console.log(["Failed:", ...failureLines(sum.failures, root)].join("\n"));
writeFileSync(join(results, "tests.json"), JSON.stringify(sum));
console.log(closingLine(sum));
process.exitCode = sum.failed === 0 ? 0 : 1;

async function unitTests(): Promise<Counts> {
  return vitest("The unit and server tests", unitReport, []);
}

/** @param isHeld Keeps the output back, so that it does not mix with that of another part. */
async function componentTests(isHeld: boolean): Promise<{ counts: Counts; output: string }> {
  let browserPath: string;
  try {
    browserPath = ensureTestBrowser(console.log).path;
  } catch (error) {
    return { counts: notStarted(error), output: "" };
  }
  const config = ["--config", "vitest.browser.config.ts"];
  const held: string[] = [];
  const options = { env: { CHROMIUM_PATH: browserPath }, ...(isHeld && { hold: (text: string) => held.push(text) }) };
  const counts = await vitest("The component tests", componentReport, config, options);
  return { counts, output: held.join("") };
}

/** Shows the output that was kept back. */
function shown({ counts, output }: { counts: Counts; output: string }): Counts {
  process.stdout.write(output);
  return counts;
}

async function vitest(
  name: string,
  report: string,
  config: readonly string[],
  options: RunOptions = {},
): Promise<Counts> {
  rmSync(report, { force: true });
  const began = performance.now();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const exit = await run("npx", ["vitest", "run", ...config, ...reporters, ...extra], options);
  timings.parts.push({ name, durationMs: performance.now() - began });
  return counted(name, exit, () => {
    const found = parseFile(report);
    keepTimings(unitTimings(found, root));
    return countUnit(found);
  });
}

/**
 * Finds the browser and builds the pages. @returns the path of the browser, or why there is none or no page.
 * @param options.withGallery Also builds the gallery, which else the journey that opens it does.
 */
async function makeReady({ withGallery = false } = {}): Promise<string | Error> {
  const began = performance.now();
  try {
    const { path } = ensureTestBrowser(console.log);
    await ensureWebBuilt(console.log);
    if (withGallery) await ensureGalleryBuilt(console.log);
    timings.parts.push({ name: "The browser and the web app made ready", durationMs: performance.now() - began });
    return path;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function browserJourneys(ready = makeReady()): Promise<Counts> {
  rmSync(browserReport, { force: true });
  const browserPath = await ready;
  if (browserPath instanceof Error) return notStarted(browserPath);
  const began = performance.now();
  const exit = await run("npx", ["playwright", "test", "--config", "e2e/playwright.config.ts", ...extra], {
    env: { CHROMIUM_PATH: browserPath },
  });
  timings.parts.push({ name: "The browser journeys", durationMs: performance.now() - began });
  return counted("The browser journeys", exit, () => {
    const report = parseFile(browserReport);
    keepTimings(browserTimings(report));
    return countBrowser(report);
  });
}

/** A part that lacks what it needs is one failure, said in a sentence. */
function notStarted(error: unknown): Counts {
  console.error(error instanceof Error ? error.message : String(error));
  return { passed: 0, failed: 1, skipped: [], failures: [] };
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
    return { passed: 0, failed: 1, skipped: [], failures: [] };
  }
}

function keepTimings({ tests, files }: { tests: readonly Timing[]; files: readonly Timing[] }): void {
  timings.tests.push(...tests);
  timings.files.push(...files);
}

function parseFile(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

interface RunOptions {
  env?: Record<string, string>;
  /** Gets the output instead of the terminal. */
  hold?: (text: string) => unknown;
}

/** Runs a program of this repository; resolves to its exit code, 1 when a signal ended it. */
function run(program: string, args: readonly string[], { env = {}, hold }: RunOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const output = hold ? "pipe" : "inherit";
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", output, output],
      env: { ...process.env, ...env },
      shell: process.platform === "win32",
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", hold ?? (() => {}));
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
