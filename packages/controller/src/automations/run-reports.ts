import type { AutomationRun } from "@offgrid/contract/automations/automation-state";
import { type RunOutcome, runTroubles } from "@offgrid/contract/automations/run-outcomes";

const hourMs = 3_600_000;
/** Of one automation in an hour: links are poor and paid by volume. */
const troublesPerHour = 6;
/** Of the others, so many at once and one more for each half hour: what runs a few times a day is reported as a whole. */
const othersAtOnce = 20;
const otherEveryMs = 1_800_000;

/** Reported also where the others have used up what they may. */
const troubles: readonly RunOutcome[] = runTroubles;

interface Sent {
  /** By `performance.now()`. */
  troublesMs: number[];
  /** How many of the others may still be sent, at an instant. */
  others: number;
  atMs: number;
  /** Kept here since the last one that was sent. */
  unsent: number;
}

/** Which runs the portal is sent, each with the count of those before it that it was not sent. All are on the disk. */
export class RunReports {
  readonly #send: (run: AutomationRun, unsent: number) => void;
  readonly #sent = new Map<string, Sent>();

  constructor(send: (run: AutomationRun, unsent: number) => void) {
    this.#send = send;
  }

  add(run: AutomationRun, evenMs = performance.now()): void {
    const sent = this.#sent.get(run.id) ?? { troublesMs: [], others: othersAtOnce, atMs: evenMs, unsent: 0 };
    this.#sent.set(run.id, sent);
    if (!mayBeSent(sent, run, evenMs)) {
      sent.unsent++;
      return;
    }
    this.#send(run, sent.unsent);
    sent.unsent = 0;
  }
}

function mayBeSent(sent: Sent, { outcome }: AutomationRun, evenMs: number): boolean {
  if (troubles.includes(outcome)) {
    sent.troublesMs = sent.troublesMs.filter((atMs) => evenMs - atMs < hourMs);
    if (sent.troublesMs.length >= troublesPerHour) return false;
    sent.troublesMs.push(evenMs);
    return true;
  }
  sent.others = Math.min(othersAtOnce, sent.others + (evenMs - sent.atMs) / otherEveryMs);
  sent.atMs = evenMs;
  if (sent.others < 1) return false;
  sent.others--;
  return true;
}
