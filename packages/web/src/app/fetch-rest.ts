import { currentLocale } from "../core/i18n/locale.ts";
import { idle } from "../core/idle.ts";

/** After this long the first screen is there, and has made its calls. */
const settledMs = 8_000;

/** Known to some browsers only. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Fetches the parts of the program that were not wanted yet into the browser's cache, one after the other while the page
 * is idle, so that screens open without a connection and without a wait. Not where data is dear.
 */
export async function fetchRest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settledMs));
  await idle();
  await startWorker();
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData === true || connection?.effectiveType?.endsWith("2g") === true) return;
  try {
    const parts = (await (await fetch("/parts.json", { credentials: "omit" })).json()) as Record<string, string[]>;
    for (const address of [...(parts["all"] ?? []), ...(parts[currentLocale] ?? [])]) {
      await idle();
      if (!navigator.onLine) return;
      // Read to its end, since only then it is kept.
      await (await fetch(address, { priority: "low", credentials: "same-origin" })).arrayBuffer();
    }
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
