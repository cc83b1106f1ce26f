import { type Browser, chromium, type Page } from "@playwright/test";

import { ensureBrowser } from "../../scripts/browser.ts";
import { ensureGalleryBuilt } from "../../scripts/build-web.ts";
import { serveGallery } from "../../scripts/gallery-server.ts";
import type { BenchCase, Figure } from "../bench.types.ts";
import { quantile } from "../timing.ts";

const viewport = { width: 1_280, height: 800 };

export const chartZoomCase: BenchCase = {
  name: "chart-zoom",
  summary: "a chart of 3 x 100,000 points in a browser without graphics hardware: drawing, zooming, live points, PNG",
  run: async (say) => {
    await ensureGalleryBuilt(say);
    const gallery = await serveGallery();
    const browser = await chromium.launch({
      executablePath: ensureBrowser(say).path,
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    try {
      return [
        ...(await measure(browser, gallery.url, "line", "3 x 100,000 points")),
        ...(await measure(browser, gallery.url, "stack", "stack of 3 x 100,000 points")),
      ];
    } finally {
      await browser.close();
      await gallery.close();
    }
  },
};

/**
 * Runs in the page; it is text because the helpers that tsx adds to functions do not exist there. A measured time ends
 * when the task and everything that it queued are done, when the drawing commands have been issued; the time from frame
 * to frame includes the drawing itself.
 */
const tools = `
  const tasksDone = () => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const timed = async (work) => {
    // Each begins on a frame of its own, as what people do does.
    await nextFrame();
    await rest(0);
    const began = performance.now();
    work();
    await tasksDone();
    return performance.now() - began;
  };
  const picture = () => document.querySelector("[role=img]");
  const key = (name) => picture().dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const drawn = async () => {
    while (!document.querySelector("canvas")) await nextFrame();
    await nextFrame();
  };
  // In, sideways, out: as people look for something. The last steps are back at the whole.
  const walk = [..."+++++"].concat(["ArrowRight", "ArrowRight", "ArrowLeft"], [..."-----"]);
`;

/** As many steps as the first round of the walk has. */
const warmSteps = 13;

const firstPaint = `(async () => { ${tools}
  while (!window.loadChart) await nextFrame();
  loadChart.show(true);
  await drawn();
  const times = [];
  for (let run = 0; run < 8; run++) {
    loadChart.show(false);
    await rest(50);
    times.push(await timed(() => loadChart.show(true)));
    await drawn();
    // Words and table come when the picture stands still.
    await rest(400);
  }
  return times.slice(2);
})()`;

const zoomSteps = `(async () => { ${tools}
  const times = [];
  for (let round = 0; round < 5; round++) {
    for (const name of walk) times.push(await timed(() => key(name)));
  }
  return times.slice(walk.length);
})()`;

const zoomFrames = `(async () => { ${tools}
  const times = [];
  let before = await nextFrame();
  for (let round = 0; round < 5; round++) {
    for (const name of walk) {
      key(name);
      const now = await nextFrame();
      times.push(now - before);
      before = now;
    }
  }
  return times.slice(walk.length);
})()`;

const appends = `(async () => { ${tools}
  const times = [];
  for (let run = 0; run < 40; run++) times.push(await timed(loadChart.prepare()));
  return times.slice(10);
})()`;

const pngs = `(async () => { ${tools}
  const create = URL.createObjectURL;
  const times = [];
  for (let run = 0; run < 8; run++) {
    while (!document.querySelector("[role=menuitem]")) {
      document.querySelector("[aria-haspopup=menu]").click();
      await rest(100);
    }
    const made = new Promise((resolve) => {
      URL.createObjectURL = (blob) => {
        resolve(performance.now());
        return create.call(URL, blob);
      };
    });
    const began = performance.now();
    document.querySelectorAll("[role=menuitem]")[1].click();
    times.push((await made) - began);
    while (document.querySelector("[role=menuitem]")) await nextFrame();
  }
  URL.createObjectURL = create;
  return times.slice(2);
})()`;

async function measure(browser: Browser, url: string, load: "line" | "stack", name: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport });
  page.on("download", (download) => void download.cancel());
  await page.goto(`${url}?load=${load}`);
  const first = await run(page, firstPaint);
  const processor = await processorClock(page);
  const beforeMs = await processor();
  const zoom = await run(page, zoomSteps);
  // Warm-up steps are included, in both the time and the count.
  const zoomMs = ((await processor()) - beforeMs) / (zoom.length + warmSteps);
  const frames = await run(page, zoomFrames);
  const append = await run(page, appends);
  const figure = (what: string, times: readonly number[], share: number, reach?: number): Figure => ({
    case: `${name}: ${what}, p${share * 100}`,
    value: quantile(times, share),
    unit: "ms",
    ...(reach !== undefined && { reach }),
  });
  const isLine = load === "line";
  const figures = [
    figure("first drawing", first, 0.5, isLine ? 50 : 40),
    figure("zoom step", zoom, 0.5, 8),
    figure("zoom step", zoom, 0.95, 16),
    { case: `${name}: zoom step, processor time of scripts, mean`, value: zoomMs, unit: "ms" },
    figure("from frame to frame while zooming", frames, 0.95),
    figure("one more point", append, 0.95, 16),
    ...(isLine ? [figure("PNG", await run(page, pngs), 0.5, 50)] : []),
  ];
  await page.close();
  return figures;
}

/** Processor time of the page's scripts so far, milliseconds; it excludes other programs on the machine. */
async function processorClock(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN) * 1000;
  };
}

async function run(page: Page, script: string): Promise<number[]> {
  const times = (await page.evaluate(script)) as number[];
  return times.toSorted((one, other) => one - other);
}
