import { correctionMs } from "@offgrid/contract/automations/step-automations";

import { AutomationEngine } from "./automations/automation-engine.ts";
import { Arbiter } from "./commands/arbiter.ts";
import type { Executor } from "./commands/executor.ts";
import { AcSchedule } from "./commands/ac-schedule.ts";
import { LightSchedule } from "./commands/light-schedule.ts";
import type { Schedule } from "./commands/schedule.ts";
import { shortestTimes } from "./commands/shortest-times.ts";
import { LoadGuard } from "./commands/load-protection.ts";
import type { OutputBook } from "./commands/output-book.ts";
import type { OutputLocks } from "./commands/output-locks.ts";
import { PhaseGuard } from "./commands/phase-guard.ts";
import type { AppliedSettings } from "./configuration/settings.ts";
import type { Controller, ControllerOptions } from "./controller.types.ts";
import type { PortalClock } from "./link/portal-clock.ts";
import { isWorkedOnNow } from "./works-now.ts";

interface ArbitrationParts {
  book: OutputBook;
  locks: OutputLocks;
  executor: () => Executor;
  /** Names of the columns of frames. */
  metrics: readonly string[];
  sendEvent: Controller["sendEvent"];
  /** As they are now. */
  settings: () => AppliedSettings;
  clock: PortalClock;
  /** The time as far as it is known, epoch ms; undefined where no clock can be trusted. */
  trustedNow: () => number | undefined;
}

/** What decides about the outputs of a controller, with load protection and phase control as limits, and the automations and times that ask. */
export function openArbiter(options: ControllerOptions, parts: ArbitrationParts): Arbiter {
  const { dataDir, driver, now = Date.now } = options;
  const { book, locks, executor, metrics, sendEvent, settings } = parts;
  const guard = new LoadGuard({
    dir: dataDir,
    settings,
    metrics,
    now,
    onStopped: (cut) => sendEvent("protection.stopped", "warning", undefined, { cut: [...cut] }),
  });
  return new Arbiter({
    outputs: driver.outputs,
    shortestTimes: (target) => shortestTimes(target, driver.outputs, settings().relays),
    metrics,
    book,
    locks,
    isWorkedOn: () => isWorkedOnNow(parts, now),
    guard,
    phases: new PhaseGuard({ dir: dataDir, settings, metrics, now }),
    rules: openAutomations(options, parts),
    schedules: openSchedules(options, parts),
    executor,
    now,
    tell: (code, level, target, change) => sendEvent(code, level, target, { ...change }),
  });
}

function openSchedules(
  { dataDir, now = Date.now }: ControllerOptions,
  { metrics, settings, trustedNow }: ArbitrationParts,
): Schedule[] {
  const shared = { place: () => settings().place, now, trustedNow };
  return [
    new LightSchedule({ ...shared, section: () => settings().streetLights }),
    new AcSchedule({ ...shared, dir: dataDir, metrics, plan: () => settings().ac }),
  ];
}

function openAutomations(
  { dataDir, now = Date.now, isClockRight = () => false }: ControllerOptions,
  { metrics, sendEvent, settings, clock }: ArbitrationParts,
): AutomationEngine {
  const hasLostTime = (seenMs: number | null) => seenMs !== null && now() < seenMs - correctionMs;
  return new AutomationEngine({
    dir: dataDir,
    settings,
    metrics,
    now: () => now() + (clock.offsetMs ?? 0),
    isClockRight: (seenMs) => clock.offsetMs !== undefined || (isClockRight() && !hasLostTime(seenMs)),
    onNotice: ({ id, text, level }, name) => sendEvent("automation.notice", level, undefined, { id, name, text }),
    onRun: (run, name, unsent) => {
      const data = { ...run, name, ...(unsent > 0 && { unsent }) };
      sendEvent("automation.run", run.outcome === "failed" ? "warning" : "info", undefined, data);
    },
  });
}
