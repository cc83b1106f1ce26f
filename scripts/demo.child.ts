/** Child processes of the demonstration. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const restartAfterMs = 3_000;
const stopLimitMs = 9_000;

/**
 * Runs a program until it is stopped; if it ends by itself, it is started again.
 * @returns A function that stops it.
 */
export function keepRunning(start: () => ChildProcess, onEnd: (code: number | null) => void): () => Promise<void> {
  let isStopping = false;
  let child: ChildProcess | undefined;
  const run = () => {
    child = start();
    child.once("exit", (code) => {
      if (isStopping) return;
      onEnd(code);
      void wait(restartAfterMs).then(() => isStopping || run());
    });
  };
  run();
  return async () => {
    isStopping = true;
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    const limit = setTimeout(() => running.kill("SIGKILL"), stopLimitMs);
    await ended;
    clearTimeout(limit);
  };
}
