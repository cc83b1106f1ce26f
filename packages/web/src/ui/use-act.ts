import { useState } from "react";

/** An action that a part of a page performs on request. */
export interface Act<Args extends unknown[]> {
  /** @returns Whether it was done. */
  run: (...args: Args) => Promise<boolean>;
  isRunning: boolean;
  error: Error | undefined;
  /** The last run succeeded. */
  isDone: boolean;
  /** As if it had never run. */
  forget: () => void;
}

/** Keeps the state of an action for its form: that it runs, why it failed, that it was done. */
export function useAct<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>): Act<Args> {
  const [state, setState] = useState<"idle" | "running" | "done" | Error>("idle");
  const run = async (...args: Args): Promise<boolean> => {
    setState("running");
    try {
      await act(...args);
      setState("done");
      return true;
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  };
  return {
    run,
    isRunning: state === "running",
    error: state instanceof Error ? state : undefined,
    isDone: state === "done",
    forget: () => setState("idle"),
  };
}
