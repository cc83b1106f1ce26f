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
