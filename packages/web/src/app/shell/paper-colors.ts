import { useEffect } from "react";

import { schemeAttribute } from "../../core/color-scheme.ts";

/** Paper is light: what is printed from the dark theme has the colours of the light one. */
export function usePaperColors(): void {
  useEffect(() => {
    const page = document.documentElement;
    let before: string | null = null;
    const toPaper = () => {
      before = page.getAttribute(schemeAttribute);
      page.setAttribute(schemeAttribute, "light");
    };
    const toScreen = () => {
      if (before !== null) page.setAttribute(schemeAttribute, before);
    };
    window.addEventListener("beforeprint", toPaper);
    window.addEventListener("afterprint", toScreen);
    return () => {
      window.removeEventListener("beforeprint", toPaper);
      window.removeEventListener("afterprint", toScreen);
    };
  }, []);
}
