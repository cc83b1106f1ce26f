import { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { replaceFile } from "./identity.ts";

const longestQueue = 1_000;

/** An event with its number: the run of the controller and a count within that run. */
const QueuedEvent = EventMessage.required({ boot: true });
export type QueuedEvent = z.infer<typeof QueuedEvent>;

/**
 * Events on disk until the portal has acknowledged them. An event keeps its number through restarts, so that the portal
 * recognises it. The newest 1,000 are kept; beyond that the oldest are dropped and counted.
 */
export class EventQueue {
  /** Events lost because the queue was full. */
  dropped = 0;
  readonly #file: string;
  readonly #boot: string;
  #count = 0;
  #events: readonly QueuedEvent[];

  /** @param run Name of this run of the controller. */
  constructor(dir: string, run: string) {
    this.#file = join(dir, "events.json");
    // Events have a count of their own: if they shared that of the frames, an event that waits would look like a gap to
    // the portal.
    this.#boot = `${run}.events`;
    this.#events = readKept(this.#file);
  }

  /** Oldest first. */
  get events(): readonly QueuedEvent[] {
    return this.#events;
  }

  add(event: Omit<QueuedEvent, "boot" | "seq">): void {
    const all = [...this.#events, { boot: this.#boot, seq: this.#count++, ...event }];
    this.dropped += Math.max(0, all.length - longestQueue);
    this.#events = all.slice(-longestQueue);
    this.#save();
  }

  /** Forgets events that the portal has stored or refused. */
  remove(events: readonly QueuedEvent[]): void {
    if (events.length === 0) return;
    this.#events = this.#events.filter((kept) => !events.includes(kept));
    this.#save();
  }

  #save(): void {
    try {
      replaceFile(this.#file, JSON.stringify(this.#events));
    } catch {
      // On a full disk events wait in memory; an event that is still in the file is sent once more, which is harmless.
    }
  }
}

function readKept(file: string): QueuedEvent[] {
  try {
    return z.array(QueuedEvent).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}
