import { type RefCallback, useCallback } from "react";

/**
 * Keeps a part of the page as high as it once was at this width, px: what comes and goes within it, such as a sentence
 * while a command is under way, then moves what stands below at most once.
 *
 * @returns a ref for the part.
 */
export function useHeldHeight(): RefCallback<HTMLElement> {
  return useCallback((part: HTMLElement | null) => {
    if (!part) return undefined;
    let widthPx = 0;
    let highestPx = 0;
    let frame = 0;
    const hold = () => {
      const { width, height } = part.getBoundingClientRect();
      if (width === widthPx && height <= highestPx) return;
      // At another width, lines break elsewhere.
      if (width !== widthPx) part.style.minHeight = "";
      widthPx = width;
      highestPx = part.getBoundingClientRect().height;
      part.style.minHeight = `${highestPx}px`;
    };
    // Not while the observer is called: it would have to look again at what it has just seen.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(hold);
    });
    observer.observe(part);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
}
