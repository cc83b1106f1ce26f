import { Arbiter } from "./commands/arbiter.ts";
import type { Executor } from "./commands/executor.ts";
import { LoadGuard } from "./commands/load-protection.ts";
import type { OutputBook } from "./commands/output-book.ts";
import type { OutputLocks } from "./commands/output-locks.ts";
import type { AppliedSettings } from "./configuration/settings.ts";
import type { Controller, ControllerOptions } from "./controller.types.ts";

interface ArbitrationParts {
  book: OutputBook;
  locks: OutputLocks;
  executor: () => Executor;
  /** Names of the columns of frames. */
  metrics: readonly string[];
  sendEvent: Controller["sendEvent"];
  /** As they are now. */
  settings: () => AppliedSettings;
}

/** What decides about the outputs of a controller, with load protection as one of its limits. */
export function openArbiter(
  { dataDir, driver, now = Date.now }: ControllerOptions,
  { book, locks, executor, metrics, sendEvent, settings }: ArbitrationParts,
): Arbiter {
  const guard = new LoadGuard({
    dir: dataDir,
    settings,
    metrics,
    now,
    onStopped: (cut) => sendEvent("protection.stopped", "warning", undefined, { cut: [...cut] }),
  });
  return new Arbiter({
    outputs: driver.outputs,
    metrics,
    book,
    locks,
    guard,
    executor,
    now,
    tell: (code, level, target, change) => sendEvent(code, level, target, { ...change }),
  });
}
