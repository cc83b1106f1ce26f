import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";

import { Builder, By, Key, type WebDriver } from "selenium-webdriver";

import type { BrowserKind } from "./other-browser.ts";

const driverPath = "/usr/bin/WebKitWebDriver";
const displayPath = "/usr/bin/Xvfb";

/** WebKit, the engine of Safari, by WebDriver: its smallest browser, on a screen that nobody sees. */
export const webkit: BrowserKind = {
  name: "WebKit",
  missing: () => [
    ...(existsSync(driverPath) && smallBrowser() !== undefined ? [] : ["webkit2gtk-driver"]),
    ...(existsSync(displayPath) ? [] : ["xvfb"]),
  ],
  launch: async (environment = {}) => {
    const display = await openDisplay();
    const port = await freePort();
    const driverProgram = spawn(driverPath, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: "1", ...environment },
      stdio: "ignore",
    });
    const driver = await openWindow(port, driverProgram);
    return {
      open: async (url) => {
        await driver.get(url);
        await driver.executeScript(keepComplaints);
      },
      ask: (question, ...given) => driver.executeScript(question, ...given),
      click: (selector) => driver.findElement(By.css(selector)).click(),
      type: async (text) => {
        for (const letter of text) await driver.actions().sendKeys(letter).perform();
      },
      press: async (key) => {
        const all = driver.actions().keyDown(Key.CONTROL).sendKeys("a").keyUp(Key.CONTROL);
        const one = key === "Enter" ? Key.ENTER : Key.TAB;
        await (key === "SelectAll" ? all : driver.actions().sendKeys(one)).perform();
      },
      resize: (width, height) => resize(driver, width, height),
      complaints: () => driver.executeScript("return window.complaintsOfPage.splice(0)"),
      close: async () => {
        await driver.quit();
        await end(driverProgram);
        await display.close();
      },
    };
  },
};

/**
 * In the page, as the driver has no call for its console: keeps what is written there from now on. What went wrong while the
 * program started is seen by what the page does not show.
 */
const keepComplaints = `
  if (window.complaintsOfPage) return;
  const kept = (window.complaintsOfPage = []);
  const write = console.error;
  console.error = (...words) => {
    kept.push(words.join(" "));
    write.apply(console, words);
  };
  addEventListener("error", (event) => kept.push(event.message));
  addEventListener("unhandledrejection", (event) => kept.push(String(event.reason)));
`;

/** Where Debian keeps it, under a folder that has the machine's and the library's version in its name. */
function smallBrowser(): string | undefined {
  const libraries = "/usr/lib";
  const folders = readdirSync(libraries).filter((name) => name.endsWith("-linux-gnu"));
  const found = folders.flatMap((folder) =>
    readdirSync(join(libraries, folder))
      .filter((name) => name.startsWith("webkit"))
      .map((name) => join(libraries, folder, name, "MiniBrowser")),
  );
  return found.find((path) => existsSync(path));
}

async function openWindow(port: number, program: ChildProcess): Promise<WebDriver> {
  await answering(port, program);
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": {
        binary: smallBrowser(),
        args: ["--automation"],
      },
    })
    .build();
}

/** Resolves when the driver takes orders. */
async function answering(port: number, program: ChildProcess): Promise<void> {
  for (;;) {
    if (program.exitCode !== null) throw new Error(`${driverPath} ended before it answered.`);
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The window has a frame of its own around the page. */
async function resize(driver: WebDriver, width: number, height: number): Promise<void> {
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, width, height });
  const frame: [number, number] = await driver.executeScript("return [innerWidth, innerHeight]");
  await window.setRect({ x: 0, y: 0, width: 2 * width - frame[0], height: 2 * height - frame[1] });
}

/** A screen in memory, by a number that no other one has. */
async function openDisplay(): Promise<{ name: string; close: () => Promise<void> }> {
  const program = spawn(displayPath, ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const first = await Promise.race([once(program.stdout, "data"), once(program, "exit").then(() => undefined)]);
  if (!first) throw new Error(`${displayPath} ended before it had a screen.`);
  return { name: `:${String(first[0]).trim()}`, close: () => end(program) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, "exit");
  program.kill("SIGTERM");
  await ended;
}
