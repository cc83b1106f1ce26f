import { type Browser, chromium } from "@playwright/test";

import { ensureBrowser } from "../../scripts/browser.ts";
import { ensureWebBuilt } from "../../scripts/build-web.ts";
import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

export const firstLoadCase: BenchCase = {
  name: "first-load",
  summary: "what a browser with an empty cache fetches until the screen stands",
  run: async (say) => {
    await ensureWebBuilt(say);
    return withPortal(async (portal) => {
      const browser = await chromium.launch({
        executablePath: ensureBrowser(say).path,
        args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
      });
      try {
        return [...(await measure(browser, portal, "/login", false)), ...(await measure(browser, portal, "/", true))];
      } finally {
        await browser.close();
      }
    });
  },
};

/** Bytes as they come over the wire, so compressed where the portal compresses. */
async function measure(browser: Browser, portal: BenchPortal, path: string, signedIn: boolean): Promise<Figure[]> {
  const context = await browser.newContext();
  if (signedIn) {
    await context.addCookies(
      Object.entries({ token: portal.session.authToken, userId: portal.session.userId }).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url: portal.url,
      })),
    );
  }
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  // The MQTT library comes after the page is idle and is counted apart by name.
  let before = true;
  network.on(
    "Network.responseReceived",
    ({ requestId, type }) => void kinds.set(requestId, before ? type : `${type} later`),
  );
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await network.send("Network.enable");
  await page.goto(portal.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  before = false;
  await page.waitForLoadState("networkidle");
  await context.close();
  const kib = (kind: string): number => (bytes[kind] ?? 0) / 1024;
  return [
    {
      case: `first load of ${path}: JavaScript`,
      value: kib("Script"),
      unit: "KiB gzip",
      reference: 260,
      referenceName: "budget",
    },
    { case: `first load of ${path}: JavaScript after the screen stands`, value: kib("Script later"), unit: "KiB gzip" },
    {
      case: `first load of ${path}: CSS`,
      value: kib("Stylesheet"),
      unit: "KiB gzip",
      reference: 40,
      referenceName: "budget",
    },
  ];
}
