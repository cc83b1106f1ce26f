import { currentLocale } from "../core/i18n/locale.ts";
import { idle } from "../core/idle.ts";
import { connectionNow, isDear } from "../core/dear-link.ts";
import { fetchAhead } from "./fetch-ahead.ts";

/** After this long the first screen is there, and has made its calls. */
const settledMs = 8_000;

/**
 * Fetches the parts of the program that were not wanted yet into the browser's cache, the nearest first and while the page
 * is idle, so that screens open without a connection and without a wait. Not where data is dear or the link slow.
 */
export async function fetchRest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settledMs));
  await idle();
  await startWorker();
  const isOver = () => !navigator.onLine || isDear(connectionNow());
  if (isOver()) return;
  try {
    const {
      all = [],
      [currentLocale]: own = [],
      ...others
    } = (await (await fetch("/parts.json", { credentials: "omit" })).json()) as Record<string, string[]>;
    // The other languages too: a link, or whoever uses the device next, may want another one.
    await fetchAhead([...all, ...own, ...Object.values(others).flat()], {
      // Read to its end, since only then it is kept.
      load: async (address) => {
        const answer = await fetch(address, { priority: "low", credentials: "same-origin" });
        return (await answer.arrayBuffer()).byteLength;
      },
      rest: idle,
      isOver,
      nowMs: () => performance.now(),
    });
  } catch {
    // What is missing is fetched when it is wanted.
  }
}

const workerWaitMs = 5_000;

/** The worker that starts the page without a network; the development server has none. */
async function startWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    // It may be blocked without a word, and then it is never ready; the rest is wanted all the same.
    await Promise.race([navigator.serviceWorker.ready, new Promise((resolve) => setTimeout(resolve, workerWaitMs))]);
  } catch {
    // Not everywhere are workers allowed: then there is no page without a network.
  }
}
