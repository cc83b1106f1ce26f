import { useEffect, useRef, useState } from "react";

/**
 * The state of something large that is received, and how far it is. It ends with the part that asked for it.
 * @param none How far it is before anything has come.
 * @param receive Throws why it was not received; it tells how far it is until then.
 */
export function useTaking<Progress, Args extends unknown[]>(
  none: Progress,
  receive: (signal: AbortSignal, onProgress: (progress: Progress) => void, ...args: Args) => Promise<void>,
) {
  const [state, setState] = useState<"idle" | "running" | "done" | Error>("idle");
  const [progress, setProgress] = useState<Progress>(none);
  const running = useRef<AbortController>(undefined);
  // Nobody waits for it on another screen.
  useEffect(() => () => running.current?.abort(), []);
  const begin = async (...args: Args) => {
    const control = new AbortController();
    running.current = control;
    setState("running");
    setProgress(none);
    try {
      await receive(control.signal, (next) => setProgress(() => next), ...args);
      setState("done");
    } catch (error) {
      if (control.signal.aborted) setState("idle");
      else setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    progress,
    isRunning: state === "running",
    error: state instanceof Error ? state : undefined,
    isDone: state === "done",
    take: (...args: Args) => void begin(...args),
    stop: () => running.current?.abort(),
  };
}
