import { type Browser, type BrowserContext, chromium } from "@playwright/test";

import { ensureBrowser, softwareGl } from "../../scripts/browser.ts";
import { ensureWebBuilt } from "../../scripts/build-web.ts";
import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

/** Counted as the build does (packages/web/build/first-load.ts). */
const kibibyte = 1024;

export const firstLoadCase: BenchCase = {
  name: "first-load",
  summary: "what a browser with an empty cache fetches until the screen stands, and what it fetches when idle",
  run: async (say) => {
    await ensureWebBuilt(say);
    return withPortal(async (portal) => {
      const [container] = await portal.register("load", 1);
      if (!container) throw new Error("The container was not registered.");
      // The dashboard of a portal without containers would need less than one with a chart and cards.
      const values = { "battery.soc": 71, "solar.power": 1_820, "load.power": 640 };
      const nowMs = Date.now();
      await portal.sendFrames(
        [container],
        [20, 15, 10, 5, 0].map((minutes) => ({ ts: nowMs - minutes * 60_000, values })),
      );
      const browser = await chromium.launch({
        executablePath: ensureBrowser(say).path,
        args: [...softwareGl, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
      });
      try {
        return [
          ...(await measure(browser, portal, { path: "/login", name: "sign-in", budget: 235 })),
          ...(await measure(browser, portal, { path: "/", name: "dashboard", budget: 290 })),
          ...(await measure(browser, portal, { path: "/containers", name: "containers", budget: 290 })),
          ...(await measure(browser, portal, { path: "/clusters", name: "map and clusters", budget: 720 })),
          ...(await measure(browser, portal, {
            path: "/",
            name: "dashboard, browser without Temporal",
            budget: 290,
            isOlder: true,
          })),
        ];
      } finally {
        await browser.close();
      }
    });
  },
};

/**
 * Runs in the page before its own program; it is text because the helpers that tsx adds to functions do not exist
 * there.
 */
const holdIdle = `
  const held = [];
  let isHeld = true;
  window.requestIdleCallback = (callback) => {
    if (isHeld) held.push(callback);
    else setTimeout(callback, 0, { didTimeout: false, timeRemaining: () => 50 });
    return 1;
  };
  window.letIdle = () => {
    isHeld = false;
    for (const callback of held) callback({ didTimeout: false, timeRemaining: () => 50 });
  };
`;

interface Screen {
  path: string;
  name: string;
  /** KiB of JavaScript until the screen is complete; for a map its worker counts too. */
  budget: number;
  /** A browser that lacks the newest parts of the language, for which a library is then fetched. */
  isOlder?: boolean;
}

/** Bytes of the files over the wire, compressed where the portal compresses; headers are counted separately. */
async function measure(
  browser: Browser,
  portal: BenchPortal,
  { path, name, budget, isOlder }: Screen,
): Promise<Figure[]> {
  const context = await browser.newContext();
  if (path !== "/login") await signIn(context, portal);
  // What is loaded when the browser is idle is held back until the screen is complete, so that it is counted
  // separately.
  await context.addInitScript({ content: holdIdle });
  if (isOlder) await context.addInitScript({ content: "delete globalThis.Temporal;" });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const answers = new Map<string, { name: string; bytes: number | undefined }>();
  const files: { name: string; bytes: number; headerBytes: number; isFirst: boolean }[] = [];
  let isFirst = true;
  network.on("Network.responseReceived", ({ requestId, response }) => {
    const header = Object.entries(response.headers).find(([key]) => key.toLowerCase() === "content-length");
    const bytes = header && Number(header[1]);
    answers.set(requestId, { name: new URL(response.url).pathname, bytes });
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { name = "", bytes = encodedDataLength } = answers.get(requestId) ?? {};
    files.push({ name, bytes, headerBytes: encodedDataLength - bytes, isFirst });
  });
  await network.send("Network.enable");
  await page.goto(portal.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (path === "/") await page.locator("canvas").first().waitFor();
  if (path === "/clusters") await page.locator("figure[aria-busy='false']").waitFor();
  await page.waitForLoadState("networkidle");
  isFirst = false;
  await page.evaluate("letIdle()");
  if (path === "/") await page.getByRole("button", { name: "Live connection: Live" }).waitFor();
  await page.waitForLoadState("networkidle");
  await context.close();

  const sum = (end: string, when: boolean, isWanted: (name: string) => boolean = () => true): number =>
    files
      .filter((file) => file.name.endsWith(end) && file.isFirst === when && isWanted(file.name))
      .reduce((total, { bytes }) => total + bytes, 0) / kibibyte;
  const scripts = files.filter((file) => file.isFirst && file.name.endsWith(".js"));
  const headers = scripts.reduce((total, { headerBytes }) => total + headerBytes, 0) / kibibyte;
  const isLand = (file: string) => /countries[^/]*\.json$/.test(file);
  const isMqtt = (file: string) => /\/mqtt[^/]*$/.test(file);
  const line = (what: string, value: number): Figure => ({
    case: `first load, ${name}: ${what}`,
    value,
    unit: "KiB gzip",
  });
  return [
    {
      ...line("JavaScript", sum(".js", true) + sum(".mjs", true) + sum("", true, isLand)),
      reference: budget,
      referenceName: "budget",
    },
    { ...line(`HTTP headers of these ${scripts.length} files`, headers), unit: "KiB" },
    ...(path === "/"
      ? [
          line("JavaScript when idle, MQTT", sum(".js", false, isMqtt)),
          line(
            "JavaScript when idle, other",
            sum(".js", false, (file) => !isMqtt(file)),
          ),
        ]
      : []),
    { ...line("CSS", sum(".css", true)), reference: 40, referenceName: "budget" },
  ];
}

async function signIn(context: BrowserContext, portal: BenchPortal): Promise<void> {
  await context.addCookies(
    Object.entries({ token: portal.session.authToken, userId: portal.session.userId }).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      url: portal.url,
    })),
  );
}
