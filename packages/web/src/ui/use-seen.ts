import { useInViewport } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

import { connectionNow, isDear } from "../core/dear-link.ts";
import { onDrawAll } from "../core/draw-all.ts";
import { inIdleTurn } from "../core/idle.ts";

/**
 * Has a part come into view? What costs something is shown from then on, and stays. On paper all of a page is in view.
 * @param isForPaper What it shows has to be fetched, for which the browser's own menu does not wait when it prints: out of
 * view it comes when the page has nothing better to do, unless each byte is paid for.
 */
export function useSeen({ isForPaper = false } = {}) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isSeen, setSeen] = useState(false);
  if (inViewport && !isSeen) setSeen(true);
  // The browser draws the sheet as soon as this returns.
  useEffect(() => (isSeen ? undefined : onDrawAll(() => flushSync(() => setSeen(true)))), [isSeen]);
  useEffect(() => {
    if (isSeen || !isForPaper || isDear(connectionNow())) return undefined;
    return inIdleTurn(() => setSeen(true));
  }, [isSeen, isForPaper]);
  return { ref, isSeen };
}
