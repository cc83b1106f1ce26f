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
import { Transcript, type Voice } from "./transcript.ts";

const root = join(import.meta.dirname, "..");
const results = join(root, "test-results");
const unitReport = join(results, "unit.json");
const componentReport = join(results, "components.json");
const browserReport = join(results, "browser.json");

const [part, ...words] = process.argv.slice(2);
const parts = ["unit", "components", "browser"] as const;
const chosen = parts.find((one) => one === part);
const wanted = chosen ? [chosen] : parts;
const extra = wanted.length === 1 ? words : process.argv.slice(2);

mkdirSync(results, { recursive: true });
const timings: { tests: Timing[]; files: Timing[]; parts: Timing[] } = { tests: [], files: [], parts: [] };
// Side by side: each part waits for time limits, quiet minutes, mails and pages for a good share of its time.
const transcript = new Transcript((text) => process.stdout.write(text));
const runs = { unit: unitTests, components: componentTests, browser: browserJourneys };
const counts = await Promise.all(wanted.map((one) => withVoice(runs[one])));

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

async function withVoice(run: (voice: Voice) => Promise<Counts>): Promise<Counts> {
  const voice = transcript.begin();
  try {
    return await run(voice);
  } finally {
    voice.end();
  }
}

function unitTests(voice: Voice): Promise<Counts> {
  return vitest("The unit and server tests", unitReport, [], { voice });
}

async function componentTests(voice: Voice): Promise<Counts> {
  let browserPath: string;
  try {
    browserPath = ensureTestBrowser(sentencesOf(voice)).path;
  } catch (error) {
    return notStarted(error, voice);
  }
  const config = ["--config", "vitest.browser.config.ts"];
  return vitest("The component tests", componentReport, config, { voice, env: { CHROMIUM_PATH: browserPath } });
}

async function vitest(name: string, report: string, config: readonly string[], options: RunOptions): Promise<Counts> {
  rmSync(report, { force: true });
  const began = performance.now();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const exit = await run("npx", ["vitest", "run", ...config, ...reporters, ...extra], options);
  timings.parts.push({ name, durationMs: performance.now() - began });
  return counted({ name, exit, voice: options.voice }, () => {
    const found = parseFile(report);
    keepTimings(unitTimings(found, root));
    return countUnit(found);
  });
}

/**
 * Finds the browser and builds the pages. @returns the path of the browser.
 * @throws Error where there is none, or no page.
 */
async function makeReady(voice: Voice): Promise<string> {
  const began = performance.now();
  const say = sentencesOf(voice);
  const { path } = ensureTestBrowser(say);
  await ensureWebBuilt(say);
  // Else the journey that opens the gallery builds it, while others run beside it.
  if (wanted.length > 1) await ensureGalleryBuilt(say);
  timings.parts.push({ name: "The browser and the web app made ready", durationMs: performance.now() - began });
  return path;
}

async function browserJourneys(voice: Voice): Promise<Counts> {
  rmSync(browserReport, { force: true });
  let browserPath: string;
  try {
    browserPath = await makeReady(voice);
  } catch (error) {
    return notStarted(error, voice);
  }
  const began = performance.now();
  const exit = await run("npx", ["playwright", "test", "--config", "e2e/playwright.config.ts", ...extra], {
    voice,
    env: { CHROMIUM_PATH: browserPath },
  });
  const name = "The browser journeys";
  timings.parts.push({ name, durationMs: performance.now() - began });
  return counted({ name, exit, voice }, () => {
    const report = parseFile(browserReport);
    keepTimings(browserTimings(report));
    return countBrowser(report);
  });
}

function sentencesOf(voice: Voice): (sentence: string) => void {
  return (sentence) => voice.say(`${sentence}\n`);
}

/** A part that lacks what it needs is one failure, said in a sentence. */
function notStarted(error: unknown, voice: Voice): Counts {
  voice.say(`${error instanceof Error ? error.message : String(error)}\n`);
  return { passed: 0, failed: 1, skipped: [], failures: [] };
}

interface Ended {
  name: string;
  exit: number;
  voice: Voice;
}

/** The counts of a report; a runner that ended badly without a failed test in its report is one failure. */
function counted({ name, exit, voice }: Ended, read: () => Counts): Counts {
  try {
    const found = read();
    if (exit === 0 || found.failed > 0) return found;
    voice.say(`${name} ended with exit code ${exit} although no test failed.\n`);
    return { ...found, failed: 1 };
  } catch {
    voice.say(`${name} ended with exit code ${exit} and left no report.\n`);
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
  voice: Voice;
}

/**
 * Runs a program of this repository; resolves to its exit code, 1 when a signal ended it. One that runs alone has the
 * terminal for itself.
 */
function run(program: string, args: readonly string[], { env = {}, voice }: RunOptions): Promise<number> {
  return new Promise((resolve) => {
    const output = wanted.length > 1 ? "pipe" : "inherit";
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", output, output],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }), ...env },
      shell: process.platform === "win32",
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => voice.say(text));
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
