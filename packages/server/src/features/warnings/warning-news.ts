import type { Announcement } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { type EventPart, insertEvents } from "../events/events.store.ts";

type Part = EventPart & Required<Pick<EventPart, "id" | "only">>;

/**
 * What a round of judging has to say. It is stored in one go at the end of the transaction, since from then on whoever
 * stores what these containers send has to wait.
 */
export class WarningNews {
  readonly #parts: Part[] = [];

  add(part: Part): void {
    this.#parts.push(part);
  }

  /** Who is about to be notified of an event; undefined: it is none of this round. */
  peopleOf(eventId: string): readonly string[] | undefined {
    return this.#parts.find(({ id }) => id === eventId)?.only;
  }

  async store(tx: Db, news: Announcement, nowMs: number): Promise<void> {
    if (this.#parts.length === 0) return;
    const events = await insertEvents(tx, this.#parts, nowMs);
    news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
  }
}
