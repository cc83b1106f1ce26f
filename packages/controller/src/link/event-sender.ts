import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { eventTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import type { EventQueue, QueuedEvent } from "./event-queue.ts";
import type { Link } from "./link.ts";
import { resendDelayMs } from "./resend.ts";

/** Events that may be unanswered at a time; they share the window of all messages with frames. */
const eventWindow = 8;

interface Flight {
  attempts: number;
  /** When it is sent again, on the monotonic clock. */
  dueMs: number;
}

interface EventSenderOptions {
  queue: EventQueue;
  link: () => Link;
  resendAfterMs: number;
  random: () => number;
  onRefused: (events: readonly QueuedEvent[], error: string) => void;
}

/**
 * Sends events, oldest first, and again until the portal has answered; that the broker took an event does not mean it
 * is stored.
 */
export class EventSender {
  resent = 0;
  readonly #options: EventSenderOptions;
  readonly #flights = new Map<QueuedEvent, Flight>();

  constructor(options: EventSenderOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#flights.size;
  }

  add(event: Parameters<EventQueue["add"]>[0]): void {
    this.#options.queue.add(event);
  }

  /**
   * Sends what may be sent now.
   * @param room Messages that the window has left.
   */
  pump(nowMs: number, room: number): void {
    const { queue, link, random, resendAfterMs } = this.#options;
    let free = Math.min(room, eventWindow - this.#flights.size);
    for (const event of queue.events) {
      const flight = this.#flights.get(event) ?? { attempts: 0, dueMs: nowMs };
      if (flight.dueMs > nowMs) continue;
      if (flight.attempts === 0 && free-- <= 0) return;
      if (flight.attempts > 0) this.resent++;
      flight.dueMs = nowMs + resendDelayMs(flight.attempts++, resendAfterMs, random);
      this.#flights.set(event, flight);
      link().publish(eventTopic, JSON.stringify(event));
    }
  }

  /** When events in flight are sent again. */
  dues(): number[] {
    return [...this.#flights.values()].map(({ dueMs }) => dueMs);
  }

  /** The connection is gone: on the next one every event is sent again. */
  lost(): void {
    this.#flights.clear();
  }

  /** The portal's answer: what it has committed, or what it will never store. */
  receive(ack: AckMessage): void {
    if (!("boot" in ack)) return;
    const isMeant = ({ boot, seq }: QueuedEvent) =>
      boot === ack.boot && ("seqs" in ack ? ack.seqs.includes(seq) : ack.seq === seq);
    const answered = this.#options.queue.events.filter(isMeant);
    if (answered.length === 0) return;
    for (const event of answered) this.#flights.delete(event);
    // The dead letters come first, so that a crash in between loses nothing.
    if ("error" in ack) this.#options.onRefused(answered, ack.error);
    this.#options.queue.remove(answered);
  }
}
