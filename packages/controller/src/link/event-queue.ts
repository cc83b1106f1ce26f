import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { replaceFile } from "./identity.ts";

const longestQueue = 1_000;
const Kept = z.array(z.custom<QueuedEvent>((value) => typeof value === "object" && value !== null && "ts" in value));

/** An event without its number, which belongs to the run that sends it. */
export type QueuedEvent = Omit<EventMessage, "seq">;

/** Events on disk until the broker has taken them. The newest 1,000 are kept. */
export class EventQueue {
  readonly #file: string;
  #events: QueuedEvent[];
  readonly #numbers = new WeakMap<QueuedEvent, number>();

  constructor(dir: string) {
    this.#file = join(dir, "events.json");
    this.#events = readKept(this.#file);
  }

  get events(): readonly QueuedEvent[] {
    return this.#events;
  }

  add(event: QueuedEvent): void {
    this.#events = [...this.#events, event].slice(-longestQueue);
    this.#save();
  }

  /**
   * The number under which this run sends an event, also the second time. Events share the count of the messages, so
   * that an acknowledgement can never mean two things.
   */
  numberOf(event: QueuedEvent, next: () => number): number {
    const number = this.#numbers.get(event) ?? next();
    this.#numbers.set(event, number);
    return number;
  }

  remove(event: QueuedEvent): void {
    this.#events = this.#events.filter((kept) => kept !== event);
    this.#save();
  }

  #save(): void {
    try {
      replaceFile(this.#file, JSON.stringify(this.#events));
    } catch {
      // On a full disk events wait in memory.
    }
  }
}

function readKept(file: string): QueuedEvent[] {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}
