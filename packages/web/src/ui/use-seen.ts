import { useInViewport } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

import { onDrawAll } from "../core/draw-all.ts";

/** Has a part come into view? What costs something is shown from then on, and stays. On paper all of a page is in view. */
export function useSeen() {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isSeen, setSeen] = useState(false);
  if (inViewport && !isSeen) setSeen(true);
  // The browser draws the sheet as soon as this returns.
  useEffect(() => (isSeen ? undefined : onDrawAll(() => flushSync(() => setSeen(true)))), [isSeen]);
  return { ref, isSeen };
}
