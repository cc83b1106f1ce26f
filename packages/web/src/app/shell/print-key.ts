import { useEffect } from "react";

import { printPage } from "../../ui/print-page.ts";

/** The browser's own key for printing waits for what is still to be drawn. */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "p";
      if (!isPrint || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) void printPage();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
