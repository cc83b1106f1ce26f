import type { Announcement } from "./announcement.ts";
import type { BusEvent, BusEventName, BusState } from "./bus.events.ts";

/** @param state Undefined when another process published the event. */
export type Subscriber<Name extends BusEventName> = (event: BusEvent<Name>, state: BusState<Name> | undefined) => void;

/** How parts and features notify each other, across processes. */
export interface Bus {
  /** What a transaction will tell; `announced` is the way to use it. */
  announce(): Announcement;
  /**
   * For news that no transaction stands behind. Calls the subscribers of this process before it returns, those of other processes soon after. Never throws.
   * @param state Passed only to subscribers in this process.
   */
  publish<Name extends BusEventName>(name: Name, event: BusEvent<Name>, state?: BusState<Name>): void;
  /** Errors that a subscriber throws are logged. @returns a function that ends the subscription. */
  subscribe<Name extends BusEventName>(name: Name, take: Subscriber<Name>): () => void;
  /** Called when events of other processes may have been missed: subscribers that keep state read it again. */
  onMissed(take: () => void): () => void;
}
