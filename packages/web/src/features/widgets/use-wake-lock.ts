import { useEffect, useState } from "react";

/** Keeps the screen on while it is mounted. @returns Whether it does; undefined: not known yet. */
export function useWakeLock(): boolean | undefined {
  const [isAwake, setAwake] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      // A browser gives the lock back whenever the page is hidden.
      if (document.visibilityState === "hidden") return;
      try {
        const given = await navigator.wakeLock.request("screen");
        if (isOver) return void given.release();
        lock = given;
        setAwake(true);
        // It also takes it back by itself, such as with little charge left.
        given.addEventListener("release", () => !isOver && setAwake(false));
      } catch {
        setAwake(false);
      }
    };
    const again = () => void ask();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
  return isAwake;
}
