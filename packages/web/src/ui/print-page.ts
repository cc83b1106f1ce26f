import { drawAll } from "../core/draw-all.ts";

/** A part that has not come by then is missing on the sheet: nobody waits longer for the dialog of a printer. */
const mostMs = 5_000;
const checkMs = 50;
/** A part that has just come may ask for what it shows. */
const quietMs = 200;

/** Prints the page with the parts that it had put off, once they are there. */
export async function printPage(): Promise<void> {
  drawAll();
  const startMs = performance.now();
  for (let calmMs = startMs; ;) {
    await new Promise((resolve) => setTimeout(resolve, checkMs));
    const now = performance.now();
    if (document.querySelector("main [class*=Skeleton-root]")) calmMs = now;
    if (now - calmMs >= quietMs || now - startMs >= mostMs) break;
  }
  print();
}
