import { useEffect, useMemo, useState, type RefObject } from "react";

export interface Fullscreen {
  /** False where the browser has no such thing, as on some phones. */
  isPossible: boolean;
  isFull: boolean;
  toggle: () => void;
}

/** Lets a part of the page fill the screen. */
export function useFullscreen(part: RefObject<HTMLElement | null>): Fullscreen {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const changed = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === part.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [part]);
  return useMemo(() => {
    const toggle = () => {
      // A browser that declines leaves everything as it is, and the event above never comes.
      const done = isFull ? document.exitFullscreen() : part.current?.requestFullscreen();
      void done?.catch(() => {});
    };
    return { isPossible: document.fullscreenEnabled, isFull, toggle };
  }, [isFull, part]);
}
