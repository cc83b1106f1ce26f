import type { Executor } from "./commands/executor.ts";
import type { OutputLocks } from "./commands/output-locks.ts";
import { RebootPlanner } from "./commands/reboot-planner.ts";
import type { AppliedSettings } from "./configuration/settings.ts";
import type { Controller, ControllerOptions } from "./controller.types.ts";
import { isWorkedOnNow } from "./works-now.ts";

const tickMs = 1_000;

interface RebootingParts {
  executor: Pick<Executor, "isIdle" | "restart">;
  locks: Pick<OutputLocks, "isAnyLocked">;
  sendEvent: Controller["sendEvent"];
  /** As they are now. */
  settings: () => AppliedSettings;
  trustedNow: () => number | undefined;
}

/** Restarts a controller by its plan; one that nothing would start again follows none. @returns what ends that. */
export function openRebooting(
  { dataDir, restart, isUpgrading = () => false, now = Date.now }: ControllerOptions,
  { executor, locks, sendEvent, settings, trustedNow }: RebootingParts,
): () => void {
  if (!restart) return () => undefined;
  const planner = new RebootPlanner({
    dir: dataDir,
    settings,
    trustedNow,
    obstacle: () => {
      if (locks.isAnyLocked) return "locked";
      if (isWorkedOnNow({ settings, trustedNow }, now)) return "works";
      if (isUpgrading()) return "upgrade";
      return executor.isIdle ? undefined : "busy";
    },
    restart: () => executor.restart(),
    onNews: (dueMs, reason) =>
      sendEvent(reason ? "reboot.skipped" : "reboot.planned", "info", undefined, {
        due: Math.round(dueMs / 1000),
        ...(reason && { reason }),
      }),
  });
  const timer = setInterval(() => planner.look(), tickMs);
  timer.unref();
  return () => clearInterval(timer);
}
