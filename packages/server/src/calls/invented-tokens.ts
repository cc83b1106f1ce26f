import { Refusal } from "@offgrid/contract/core/refusal";
import type { Logger } from "pino";

import type { Actor } from "./actor.ts";
import { type Limits, TooMany } from "./limits.ts";
import { networkOf } from "./network.ts";
import { ForeignUserId, sessionKey } from "./session.ts";

/** Of one network; a room full of people whose sessions have ended stays far below. */
export const inventedPerMinute = 300;
const minuteMs = 60_000;
/** Sessions that this process knows to exist; beyond this the one that was used longest ago is forgotten. */
const mostSessions = 20_000;

/**
 * Limits the tokens of no session that a network may try: each costs a look into the database. Beyond the limit only
 * sessions are looked up that were valid at this process before, so that the people of that network go on.
 */
export class InventedTokens {
  readonly #limits: Limits;
  readonly #log: Logger;
  readonly #sessions = new Set<string>();

  constructor({ limits, log }: { limits: Limits; log: Logger }) {
    this.#limits = limits;
    this.#log = log;
  }

  /** A session was opened here. */
  note(sessionHash: Buffer): void {
    const session = sessionKey(sessionHash);
    this.#sessions.delete(session);
    this.#sessions.add(session);
    if (this.#sessions.size > mostSessions) this.#sessions.delete(this.#sessions.values().next().value as string);
  }

  /** @param find Whose session it is. @throws what that throws; TooMany */
  async look(sessionHash: Buffer, address: string, find: () => Promise<Actor>): Promise<Actor> {
    const network = networkOf(address);
    const key = `invented tokens ${network}`;
    if (!this.#sessions.has(sessionKey(sessionHash))) this.#limits.mustHaveRoom(key);
    try {
      const actor = await find();
      this.note(sessionHash);
      return actor;
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof ForeignUserId) throw error;
      this.#sessions.delete(sessionKey(sessionHash));
      await this.#count(key, network);
      throw error;
    }
  }

  async #count(key: string, network: string): Promise<void> {
    try {
      await this.#limits.takeRoughly(key, inventedPerMinute, minuteMs);
    } catch (error) {
      if (error instanceof TooMany && error.isFirst)
        this.#log.warn({ network }, "a network sends many tokens of no session; they are refused unread for a while");
      throw error;
    }
  }
}
