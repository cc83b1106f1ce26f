/** Every screen in Firefox and in WebKit: that it opens, shows what it has, and takes what is typed. */
import { expect, test } from "@playwright/test";

import { post } from "../fixtures.ts";
import { built, simple } from "../screens.list.ts";
import { actors, demoPassword, type StageAddress, stageVariable } from "../stage/stage.types.ts";
import { type Language, textIn } from "../texts.ts";
import { firefox } from "./firefox.ts";
import type { OtherBrowser } from "./other-browser.ts";
import { markButton, markField, type PageFacts, pageFacts } from "./page-facts.ts";
import { webkit } from "./webkit.ts";

const [wide, narrow] = [
  [1280, 800],
  [400, 800],
] as const;
/** For people who are not signed in; the program leads others on from there. */
const strangers = ["/login", "/forgot-pass", "/reset-pass", "/users/verify", "/under-construction"];
const tabs = ["flow", "devices", "weather", "batteries", "seven-days", "analysis", "network"];
const inside = [...built.filter((path) => !strangers.includes(path)), ...Object.keys(simple)];
const screens = [...inside, ...tabs.map((tab) => `/containers/some-container?tab=${tab}`), "/no-such-screen"];
/** Screens with charts; each has at least one. */
const charted = ["/", "/containers/some-container", ...["weather", "batteries", "analysis"].map(ofTab)];
const mapped = ["/clusters"];
/** Looked at in French, on a phone. */
const alsoFrench = ["/", "/containers", "/containers/some-container", "/clusters", "/users/audit", "/users/profile"];

function ofTab(tab: string): string {
  return `/containers/some-container?tab=${tab}`;
}

function stage(): StageAddress {
  return JSON.parse(process.env[stageVariable] ?? "null") as StageAddress;
}

for (const kind of [firefox, webkit]) {
  test.describe(kind.name, () => {
    test.describe.configure({ mode: "default" });
    const missing = kind.missing();
    test.skip(missing.length > 0, `${kind.name} needs the packages ${missing.join(" and ")} of Debian`);

    let browser: OtherBrowser;
    let isSignedIn = false;
    let personId = "";
    test.beforeAll(async () => {
      if (missing.length > 0) return;
      browser = await kind.launch();
      await browser.resize(...wide);
      const ada = { email: actors.ada.email, password: demoPassword };
      personId = (await post(stage(), "login", ada))["userId"] as string;
    });
    test.afterAll(async () => browser?.close());

    const realOf = (path: string) => path.replace("some-container", "lodwar").replace("some-user", personId);
    const open = async (path: string) => browser.open(stage().portalUrl + realOf(path));
    const placeOf = async () => (await browser.ask(pageFacts, "")).path;
    const signIn = async () => {
      if (isSignedIn) return;
      await open("/login");
      await whole("en");
      await fill("Email", actors.ada.email);
      await fill("Password", demoPassword);
      await browser.press("Enter");
      await expect.poll(placeOf).toBe("/");
      isSignedIn = true;
    };
    /** What the page has once it is whole. */
    const whole = async (language: Language): Promise<PageFacts> => {
      let facts: PageFacts | undefined;
      await expect(async () => {
        facts = await browser.ask(pageFacts, textIn(language, "map:unavailable"));
        expect(facts).toMatchObject({ language, emptyCharts: 0, title: expect.any(String) as unknown });
      }).toPass({ timeout: 90_000 });
      return facts!;
    };
    const fill = async (label: string, text: string) => {
      await expect.poll(() => browser.ask(markField, label), `a field ${label}`).toBeTruthy();
      await browser.click("[data-marked]");
      await browser.press("SelectAll");
      await browser.type(text);
    };
    const valueOf = (label: string) =>
      browser.ask((name) => {
        const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent.trim() === name);
        return (found?.control as HTMLInputElement | null)?.value;
      }, label);
    const expectNoComplaint = async () => expect(await browser.complaints(), "complaints of the page").toEqual([]);

    for (const path of strangers) {
      test(`${path} opens for those who are not signed in`, async () => {
        await open(path);
        const { tooWidePx } = await whole("en");
        expect(tooWidePx).toBe(0);
        await expectNoComplaint();
      });
    }

    test("an error in the console of a page is noticed", async () => {
      await open("/login");
      await whole("en");
      await browser.ask(() => console.error("a complaint on purpose"));
      const found: string[] = [];
      const foundSoFar = async () => {
        found.push(...(await browser.complaints()));
        return found.join();
      };
      await expect.poll(foundSoFar).toContain("a complaint on purpose");
    });

    test("people sign in by what they type", async () => {
      await signIn();
      await expect.poll(async () => (await whole("en")).title).toBe(textIn("en", "shared:screen.dashboard"));
      await expectNoComplaint();
    });

    for (const path of screens) {
      test(`${path} opens with all it has`, async () => {
        await signIn();
        await open(path);
        const { path: place, tooWidePx, maps } = await whole("en");
        expect(place).toContain(realOf(path));
        expect(tooWidePx, "pixels that the page is too wide").toBe(0);
        if (charted.includes(path))
          await expect.poll(async () => (await whole("en")).charts, "charts").toBeGreaterThan(0);
        if (mapped.includes(path)) expect(maps).toBeGreaterThan(0);
        await expectNoComplaint();
      });
    }

    test("on a phone and in French, nothing is too wide and the words are French", async () => {
      await signIn();
      await browser.resize(...narrow);
      for (const path of alsoFrench) {
        await open(path === "/" ? "/fr" : `/fr${path}`);
        const { tooWidePx } = await whole("fr");
        expect(tooWidePx, path).toBe(0);
      }
      await browser.resize(...wide);
      await expectNoComplaint();
    });

    test("a date is kept as it is typed, key by key, and taken when the field is left", async () => {
      await signIn();
      await open("/users/audit");
      await whole("en");
      await fill("From", "20/11/2026");
      expect(await valueOf("From")).toBe("20/11/2026");
      await browser.press("Tab");
      await expect.poll(placeOf).toContain("from=2026-11-20");
      expect(await valueOf("From")).toBe("20/11/2026");

      await open(ofTab("analysis"));
      await whole("en");
      await expect.poll(() => browser.ask(markButton, textIn("en", "ui:period.custom"))).toBeTruthy();
      await browser.click("[data-marked]");
      await fill("From", "3.11.26");
      await browser.press("Enter");
      await expect.poll(() => valueOf("From")).toBe("03/11/2026");
      await expectNoComplaint();
    });
  });
}
