import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Since when the page is drawn on paper, epoch ms; undefined on a screen. */
export function usePrinting(): number | undefined {
  const [atMs, setAtMs] = useState<number>();
  useEffect(() => {
    // The browser draws the sheet as soon as this returns.
    const onPrint = () => flushSync(() => setAtMs(Date.now()));
    const onPrinted = () => setAtMs(undefined);
    window.addEventListener("beforeprint", onPrint);
    window.addEventListener("afterprint", onPrinted);
    return () => {
      window.removeEventListener("beforeprint", onPrint);
      window.removeEventListener("afterprint", onPrinted);
    };
  }, []);
  return atMs;
}
