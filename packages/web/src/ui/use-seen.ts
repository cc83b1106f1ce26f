import { useInViewport } from "@mantine/hooks";
import { useState } from "react";

/** Has a part come into view? What costs something is shown from then on, and stays. */
export function useSeen() {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isSeen, setSeen] = useState(false);
  if (inViewport && !isSeen) setSeen(true);
  return { ref, isSeen };
}
