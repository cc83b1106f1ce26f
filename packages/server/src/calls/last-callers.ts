import { isDeepStrictEqual } from "node:util";

import type { Actor } from "./actor.ts";
import type { Db } from "../core/db.ts";
import { sessionKey } from "./session.ts";

/** Beyond this the one whose call is the longest ago is forgotten. */
const mostCallers = 2_000;

/**
 * Who called last by each session or token, with the rights of that call. A call with `ahead` begins with these while the
 * rights of now are looked up, which saves it a round trip to the database; what comes of it counts only if both are the
 * same.
 */
export class LastCallers {
  readonly #callers = new Map<string, Actor>();

  note(actor: Actor): void {
    const key = sessionKey(actor.sessionHash);
    this.#callers.delete(key);
    this.#callers.set(key, actor);
    if (this.#callers.size > mostCallers) this.#callers.delete(this.#callers.keys().next().value as string);
  }

  of(sessionHash: Buffer): Actor | undefined {
    return this.#callers.get(sessionKey(sessionHash));
  }
}

const callersByDb = new WeakMap<Db, LastCallers>();

/** Those of the portal that has this database. */
export function lastCallersOf(db: Db): LastCallers {
  let callers = callersByDb.get(db);
  if (!callers) callersByDb.set(db, (callers = new LastCallers()));
  return callers;
}

/** Is it the same person with the same rights? When they used the portal last does not matter. */
export function hasSameRights(one: Actor, other: Actor): boolean {
  return isDeepStrictEqual({ ...one, usedAtMs: 0 }, { ...other, usedAtMs: 0 });
}
