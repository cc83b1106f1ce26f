import { existsSync } from "node:fs";

import { launch } from "puppeteer-core";

import type { BrowserKind } from "./other-browser.ts";

const executablePath = "/usr/bin/firefox-esr";

/** Firefox by WebDriver BiDi, which it speaks itself. */
export const firefox: BrowserKind = {
  name: "Firefox",
  missing: () => (existsSync(executablePath) ? [] : ["firefox-esr"]),
  launch: async (environment = {}) => {
    const browser = await launch({
      browser: "firefox",
      executablePath,
      headless: true,
      env: { ...process.env, ...environment },
      // What is reduced is waited for by nobody.
      extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
    });
    const page = await browser.newPage();
    const seen: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") seen.push(message.text());
    });
    page.on("pageerror", (error) => seen.push(String(error)));
    return {
      open: async (url) => {
        const go = () => page.goto(url, { waitUntil: "load" });
        // A page that is about to go somewhere by itself, such as after the sign-in, ends the way of the driver.
        await go().catch(async (error: unknown) => {
          if (!String(error).includes("NS_BINDING_ABORTED")) throw error;
          await go();
        });
      },
      ask: (question, ...given) => page.evaluate(question, ...given),
      click: (selector) => page.click(selector),
      type: (text) => page.keyboard.type(text),
      press: async (key) => {
        if (key !== "SelectAll") return page.keyboard.press(key);
        await page.keyboard.down("Control");
        await page.keyboard.press("a");
        await page.keyboard.up("Control");
      },
      resize: (width, height) => page.setViewport({ width, height }),
      complaints: async () => seen.splice(0),
      close: () => browser.close(),
    };
  },
};
