/** Finds a Chromium for the browser journeys, or installs one. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

import { chromium } from "@playwright/test";

/** Where a browser was found, and a phrase that says how. */
export interface FoundBrowser {
  path: string;
  how: string;
}

/** Switches that let a Chromium without a graphics card draw maps. */
export const softwareGl = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

const names = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
  "brave-browser",
];

const usualPlaces = [
  "/usr/lib/chromium/chromium",
  "/usr/lib64/chromium-browser/chromium-browser",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/**
 * Debian's Chromium without a window of its own: it draws the same pages with a quarter less of the processor's time, so
 * that tests prefer it. Pictures and measurements are of the whole browser.
 */
const shellPlaces = ["/usr/lib/chromium/chromium-headless-shell"];

/** For what the tests can do without. */
const addShellLimitMs = 60_000;

/** Where to look; an argument, so that a test can describe another machine. */
export interface Surroundings {
  /** Value of CHROMIUM_PATH. */
  chosen: string | undefined;
  /** Value of PATH. */
  path: string;
  usualPlaces: readonly string[];
  shellPlaces: readonly string[];
  /** Where Playwright keeps its own download. */
  playwrightPath: string;
}

export function surroundings(env: NodeJS.ProcessEnv = process.env): Surroundings {
  return {
    chosen: env.CHROMIUM_PATH === "" ? undefined : env.CHROMIUM_PATH,
    path: env.PATH ?? "",
    usualPlaces,
    shellPlaces,
    playwrightPath: chromium.executablePath(),
  };
}

/**
 * A browser that is already on this machine, or undefined.
 * @throws Error when CHROMIUM_PATH names a program that does not start.
 */
export function findBrowser(where: Surroundings = surroundings()): FoundBrowser | undefined {
  if (where.chosen !== undefined) {
    if (starts(where.chosen)) return { path: where.chosen, how: "named by CHROMIUM_PATH" };
    throw new Error(
      `CHROMIUM_PATH is ${where.chosen}, which is no browser that starts. Correct it, or unset it to let one be found.`,
    );
  }
  const folders = where.path.split(delimiter).filter((folder) => folder !== "");
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const installed = [...onPath, ...where.usualPlaces].find(starts);
  if (installed !== undefined) return { path: installed, how: "installed on this machine" };
  if (starts(where.playwrightPath)) return { path: where.playwrightPath, how: "downloaded by Playwright" };
  return undefined;
}

/**
 * The browser for tests that is already on this machine, or undefined.
 * @throws Error when CHROMIUM_PATH names a program that does not start.
 */
export function findTestBrowser(where: Surroundings = surroundings()): FoundBrowser | undefined {
  const shell = where.chosen === undefined ? where.shellPlaces.find(starts) : undefined;
  return shell === undefined ? findBrowser(where) : { path: shell, how: "installed on this machine, without windows" };
}

/**
 * Ensures that there is a browser for tests. Continuous integration also gets the one without windows where the system's
 * Chromium stands alone: it is of the same version, and without it everything works too.
 * @param say Gets each step as a sentence.
 * @throws Error with the remedy when there is none.
 */
export function ensureTestBrowser(say: (line: string) => void): FoundBrowser {
  const whole = ensureBrowser(say);
  if (process.env.CHROMIUM_PATH) return whole;
  if (process.env.CI && !shellPlaces.some(starts)) addShell(say);
  const found = findTestBrowser() ?? whole;
  if (found.path !== whole.path) say(`Browser of the tests: ${found.path} (${found.how}).`);
  return found;
}

function addShell(say: (line: string) => void): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !runs("apt-get")) return;
  const installed = answerOf("dpkg-query", ["--show", "--showformat=${Version}", "chromium"]);
  if (installed === "") return;
  say("Browser: trying the system's package of the one without windows (apt-get install chromium-headless-shell).");
  const version = `chromium-headless-shell=${installed}`;
  const install = () =>
    run("apt-get", ["install", "--yes", "--quiet", "--no-install-recommends", version], addShellLimitMs);
  install();
  if (shellPlaces.some(starts)) return;
  run("apt-get", ["update", "--quiet"], addShellLimitMs);
  install();
}

/**
 * Ensures that there is a browser: an installed one, else Playwright's download, else, as root, the system's package.
 * @param say Gets each step as a sentence.
 * @throws Error with the remedy when there is none.
 */
export function ensureBrowser(say: (line: string) => void): FoundBrowser {
  const found = findBrowser();
  if (found) {
    say(`Browser: ${found.path} (${found.how}).`);
    return found;
  }
  const root = process.platform === "linux" && process.getuid?.() === 0;
  const steps: [string, () => void][] = [
    [
      "Browser: none installed; trying Playwright's own download.",
      () => run("npx", ["playwright", "install", "--no-shell", ...(root ? ["--with-deps"] : []), "chromium"]),
    ],
  ];
  if (root && runs("apt-get")) {
    steps.push([
      "Browser: the download did not give one; trying the system's package (apt-get install chromium).",
      () => {
        run("apt-get", ["update"]);
        run("apt-get", ["install", "-y", "chromium"]);
      },
    ]);
  }
  for (const [sentence, step] of steps) {
    say(sentence);
    step();
    const brought = findBrowser();
    if (brought) {
      say(`Browser: ${brought.path} (${brought.how}).`);
      return brought;
    }
  }
  throw new Error(
    "No Chromium or Chrome could be found or installed. Install one (Debian, Ubuntu: `apt-get install chromium`), or set CHROMIUM_PATH to one.",
  );
}

/** Does it answer to `--version`? Some distributions install a stub under a browser's name that only prints advice. */
function starts(path: string): boolean {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  // A browser on Windows opens a window for --version.
  if (process.platform === "win32") return true;
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  const answer = spawnSync(path, ["--version"], {
    encoding: "utf8",
    timeout: 30_000,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return answer.status === 0 && /\d+\.\d+/.test(answer.stdout);
}

/** What a program prints; empty where it fails. */
function answerOf(program: string, words: readonly string[]): string {
  const { status, stdout } = spawnSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout : "";
}

function runs(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Runs a step and shows its output; whether it helped is found out by looking for the browser again. */
function run(program: string, words: readonly string[], limitMs = 10 * 60_000): void {
  spawnSync(program, words, {
    stdio: ["ignore", "inherit", "inherit"],
    timeout: limitMs,
    shell: process.platform === "win32",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "20000" },
  });
}
