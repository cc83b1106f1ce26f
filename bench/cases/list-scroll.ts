import { type Browser, type Page, chromium } from "@playwright/test";

import { ensureBrowser } from "../../scripts/browser.ts";
import { ensureWebBuilt } from "../../scripts/build-web.ts";
import type { BenchCase, Figure } from "../bench.types.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

const containerCount = 2_000;
/** A fast turn of the wheel. */
const pxPerFrame = 240;
/** Three times what the longest list needs. */
const framesAtMost = 8_000;

export const listScrollCase: BenchCase = {
  name: "list-scroll",
  summary: "the screen of 2,000 containers in a browser: scrolled from end to end, and searched",
  run: async (say) => {
    await ensureWebBuilt(say);
    return withPortal(
      async (portal) => {
        say(`registering ${containerCount} containers, each with one frame`);
        const containers = await portal.register("site", containerCount);
        const values = { "battery.soc": 71.5, "solar.power": 1820, "load.power": 640, "battery.power": 1180 };
        await portal.sendFrames(containers, [{ ts: Date.now(), values }]);
        const browser = await chromium.launch({
          executablePath: ensureBrowser(say).path,
          args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
        });
        try {
          return [
            ...(await measure(browser, portal, { name: "table, 1280 px", width: 1280, list: "tbody" })),
            ...(await measure(browser, portal, { name: "cards, 400 px", width: 400, list: "main ul:has([data-row])" })),
          ];
        } finally {
          await browser.close();
        }
      },
      { yields: true },
    );
  },
};

interface Look {
  name: string;
  width: number;
  /** Selector of the element directly around the rows. */
  list: string;
}

async function measure(browser: Browser, { url, session }: BenchPortal, look: Look): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: look.width, height: 800 } });
  try {
    await context.addCookies(
      Object.entries({ token: session.authToken, userId: session.userId }).map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        url,
        sameSite: "Strict" as const,
      })),
    );
    const page = await context.newPage();
    await page.goto(`${url}/containers?sort=name`);
    await page.locator("[data-row]").first().waitFor();
    // What is loaded when the browser is idle is not part of the measurement.
    await page.waitForLoadState("networkidle");
    const { frames: measured, mostRows } = await scroll(page, look.list);
    // Frames are multiples of a sixtieth of a second, and their ends are given to a tenth of a millisecond: three
    // frames, 50.0 ms, are reported as 49.9 to 50.1.
    const frames = measured.map((ms) => Math.round(ms));
    await page.locator(`[data-row="${containerCount - 1}"]`).waitFor();
    const longest = Math.max(...frames);
    const searchMs = await search(page, "7");
    const name = `2,000 containers, ${look.name}`;
    return [
      { case: `${name}: longest frame of ${frames.length} while scrolling`, value: longest, unit: "ms", reach: 50 },
      { case: `${name}: frames over 50 ms`, value: frames.filter((ms) => ms > 50).length, unit: "frames", reach: 0 },
      { case: `${name}: most rows in the page`, value: mostRows, unit: "rows", reach: 60 },
      { case: `${name}: a letter typed into the search to its rows`, value: searchMs, unit: "ms", reach: 150 },
    ];
  } finally {
    await context.close();
  }
}

/** Runs in the page; it is text because the helpers that tsx adds to functions do not exist there. */
async function scroll(page: Page, list: string): Promise<{ frames: number[]; mostRows: number }> {
  await page.evaluate("scrollTo(0, 0)");
  return page.evaluate(`new Promise((done, fail) => {
    const list = document.querySelector(${JSON.stringify(list)});
    const frames = [];
    let mostRows = 0;
    let before;
    const turn = (now) => {
      if (before !== undefined) frames.push(now - before);
      before = now;
      mostRows = Math.max(mostRows, list.querySelectorAll("[data-row]").length);
      const end = document.documentElement.scrollHeight - innerHeight;
      if (scrollY >= end - 1) return done({ frames, mostRows });
      if (frames.length === ${framesAtMost}) return fail(new Error("No end after " + scrollY + " of " + end + " px."));
      scrollBy(0, ${pxPerFrame});
      requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  })`);
}

/** Time from the key to the frame after the rows have changed. */
async function search(page: Page, letter: string): Promise<number> {
  await page.evaluate("scrollTo(0, 0)");
  await page.locator("main input[type=search]").focus();
  // This is awaited, because a key may overtake a script that is still on its way.
  await page.evaluate(`{
    const shown = [...document.querySelectorAll("main p output")].at(0);
    const before = shown.textContent;
    let began;
    addEventListener("keydown", () => (began = performance.now()), { once: true, capture: true });
    globalThis.searched = new Promise((done, fail) => {
      setTimeout(() => fail(new Error("The rows did not follow the search.")), 30_000);
      new MutationObserver((_, observer) => {
        if (shown.textContent === before) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
      }).observe(shown, { childList: true, characterData: true, subtree: true });
    });
    // Not the promise, which would be waited for here.
    undefined;
  }`);
  await page.keyboard.press(letter);
  return page.evaluate<number>("globalThis.searched");
}
