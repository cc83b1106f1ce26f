import { useEffect, useState } from "react";

/** Whole seconds that run down to 0, and how to start them. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [endMs, setEndMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (endMs <= Date.now()) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [endMs]);
  const start = (seconds: number) => {
    setNowMs(Date.now());
    setEndMs(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((endMs - nowMs) / 1000)), start];
}
