import type { AutomationRun } from "@offgrid/contract/automations/automation-state";
import type { RunOutcome } from "@offgrid/contract/automations/run-outcomes";

const hourMs = 3_600_000;
/** Of one automation in an hour: links are poor and paid by volume. */
const troublesPerHour = 6;

/** What people look into. The others are reported once an hour, as a sign that the rule works. */
const troubles: readonly RunOutcome[] = ["blocked", "failed", "missed"];

interface Sent {
  /** By `performance.now()`. */
  troublesMs: number[];
  otherMs: number;
}

/** Which runs the portal is sent: what did not work, and of what did the first in an hour. All are on the disk. */
export class RunReports {
  readonly #send: (run: AutomationRun) => void;
  readonly #sent = new Map<string, Sent>();

  constructor(send: (run: AutomationRun) => void) {
    this.#send = send;
  }

  add(run: AutomationRun, evenMs = performance.now()): void {
    const sent = this.#sent.get(run.id) ?? { troublesMs: [], otherMs: -Infinity };
    this.#sent.set(run.id, sent);
    sent.troublesMs = sent.troublesMs.filter((atMs) => evenMs - atMs < hourMs);
    if (troubles.includes(run.outcome)) {
      if (sent.troublesMs.length >= troublesPerHour) return;
      sent.troublesMs.push(evenMs);
    } else {
      if (evenMs - sent.otherMs < hourMs) return;
      sent.otherMs = evenMs;
    }
    this.#send(run);
  }
}
