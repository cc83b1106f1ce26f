import { useEffect, useState } from "react";

/** What was not touched for so long was left. */
const restMs = 4_000;

interface Touches {
  /** Keys count too. */
  withKeys: boolean;
  /** Is it left until it is touched for the first time? */
  isAtFirst: boolean;
}

/** Was the pointer left where it is, and every key? */
export function useRest({ withKeys, isAtFirst }: Touches): boolean {
  const [isResting, setResting] = useState(isAtFirst);
  useEffect(() => {
    let at: string | undefined;
    let timer = isAtFirst ? undefined : setTimeout(() => setResting(true), restMs);
    const touched = (event: PointerEvent | KeyboardEvent) => {
      if (event instanceof PointerEvent) {
        const was = at;
        at = `${event.clientX} ${event.clientY}`;
        // Browsers tell of a move too where something is drawn below a pointer that stays.
        if (event.type === "pointermove" && (was === undefined || was === at)) return;
      }
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(() => setResting(true), restMs);
    };
    const kinds = ["pointermove", "pointerdown", ...(withKeys ? (["keydown"] as const) : [])] as const;
    for (const kind of kinds) window.addEventListener(kind, touched);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) window.removeEventListener(kind, touched);
    };
  }, [withKeys, isAtFirst]);
  return isResting;
}
