import { chromium, type Page } from "@playwright/test";

import { ensureBrowser, softwareGl } from "../../scripts/browser.ts";
import { ensureWebBuilt } from "../../scripts/build-web.ts";
import type { BenchCase } from "../bench.types.ts";
import { signedIn } from "./dashboard.ts";
import { withPortal } from "../portal.ts";
import { quantile } from "../timing.ts";

const minuteMs = 60_000;
const days = 8;
const framesPerMessage = 2_000;
const edits = 40;
const warmEdits = 5;

function* history(toMs: number) {
  const count = days * 1_440;
  for (let first = 0; first < count; first += framesPerMessage)
    yield Array.from({ length: Math.min(framesPerMessage, count - first) }, (_, offset) => {
      const ts = toMs - (count - first - offset) * minuteMs;
      const sun = Math.max(0, Math.sin((ts / 86_400_000 - 0.25) * 2 * Math.PI));
      return { ts, values: { "solar.power": Math.round(4_000 * sun), "load.power": 500, "battery.soc": 60 } };
    });
}

export const builderCase: BenchCase = {
  name: "builder",
  summary: `a chart of three series over a week in the builder: ${edits} edits, each until its preview is drawn`,
  run: async (say) => {
    await ensureWebBuilt(say);
    return withPortal(async (portal) => {
      const [container] = await portal.register("builder", 1);
      if (!container) throw new Error("The container was not registered.");
      say(`sending ${days} days, a frame a minute`);
      await portal.sendHistory(container, history(Math.floor(Date.now() / minuteMs) * minuteMs));
      await portal.summarise();
      const args = [...softwareGl, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
      const browser = await chromium.launch({ executablePath: ensureBrowser(say).path, args });
      try {
        const context = await signedIn(browser, portal, { width: 1_280, height: 900 });
        const page = await context.newPage();
        await page.goto(`${portal.url}/charts/add?d=${definition(container.containerId)}`);
        await page.locator("canvas").first().waitFor();
        await page
          .getByRole("main")
          .getByRole("button", { name: /^Solar power/, expanded: false })
          .click();
        const times = await editTimes(page);
        const of = (part: keyof EditTimes, share: number) => {
          const sorted = times.map((one) => one[part]).toSorted((one, other) => one - other);
          return { value: quantile(sorted, share), unit: "ms" };
        };
        return [
          { case: "edit to preview: p50", ...of("wholeMs", 0.5), reach: 300 },
          { case: "edit to preview: p95", ...of("wholeMs", 0.95) },
          { case: "edit to preview, until its call is made: p50", ...of("askedMs", 0.5) },
          { case: "edit to preview, from the call to its answer: p50", ...of("answerMs", 0.5) },
        ];
      } finally {
        await browser.close();
      }
    });
  },
};

function definition(containerId: string): string {
  const series = ["solar.power", "load.power", "battery.soc"].map((metric, index) => ({
    ...{ id: `s${index + 1}`, kind: "metric", metric, axis: metric === "battery.soc" ? "right" : "left" },
    of: { kind: "containers", ids: [containerId] },
  }));
  const chart = { name: "Week", period: "7_days", series };
  return Buffer.from(JSON.stringify(chart)).toString("base64url");
}

/**
 * Runs in the page; it is text because the helpers that tsx adds to functions do not exist there. A time runs from the edit
 * until its answer has arrived and two frames have been drawn since.
 */
const edited = (value: number) => `(async () => {
  performance.clearResourceTimings();
  const field = document.activeElement;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, "${value}");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const find = () => performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/chartDraw"));
  while (!find()) await frame();
  await frame();
  await frame();
  const { startTime, responseEnd } = find();
  return { wholeMs: performance.now() - began, askedMs: startTime - began, answerMs: responseEnd - startTime };
})()`;

interface EditTimes {
  /** Until it is drawn. */
  wholeMs: number;
  /** Until its call is made. */
  askedMs: number;
  /** From the call to its answer. */
  answerMs: number;
}

/** Each edit is another factor, so that no answer is there already. */
async function editTimes(page: Page): Promise<EditTimes[]> {
  await page.getByText("More about this series", { exact: true }).click();
  await page.getByRole("textbox", { name: "Multiply by" }).focus();
  const times: EditTimes[] = [];
  for (let edit = 0; edit < warmEdits + edits; edit++) {
    const found = (await page.evaluate(edited(2 + edit))) as EditTimes;
    if (edit >= warmEdits) times.push(found);
    await page.waitForTimeout(200);
  }
  return times;
}
