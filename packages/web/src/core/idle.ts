import { onDrawAll } from "./draw-all.ts";

/**
 * Resolves when the browser has nothing better to do, after 3 s at the latest, and at once where all of the page is to be
 * drawn: the time for what need not be first.
 */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    const end = onDrawAll(() => done());
    const done = () => {
      end();
      resolve();
    };
    if ("requestIdleCallback" in window) requestIdleCallback(done, { timeout: 3000 });
    else setTimeout(done, 300);
  });
}

const waiting: (() => void)[] = [];
let isWorking = false;
/** Between two of them, so that what is wanted now is not behind a crowd of what may be wanted. */
const apartMs = 200;

/**
 * Does what may be wanted later, one after the other, each when the browser has nothing better to do.
 * @returns what takes it back.
 */
export function inIdleTurn(act: () => void): () => void {
  waiting.push(act);
  if (!isWorking) void work();
  return () => {
    const place = waiting.indexOf(act);
    if (place >= 0) waiting.splice(place, 1);
  };
}

async function work(): Promise<void> {
  isWorking = true;
  while (waiting.length > 0) {
    await idle();
    waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, apartMs));
  }
  isWorking = false;
}
