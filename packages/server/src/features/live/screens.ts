import { createHash, randomBytes } from "node:crypto";

import type { Identity } from "../../broker/broker-access.ts";
import type { Clock } from "../../core/clock.ts";
import { sessionKey } from "../../calls/session.ts";
import type { Db } from "../../core/db.ts";
import { addCredential, findSession } from "./credentials.store.ts";

const lifeMs = 15 * 60_000;
/** How long before its end a session is looked up again: it may have been prolonged, at this process or another. */
const lookAheadMs = 5_000;

interface Session {
  userId: string;
  /** End of the session or of its newest credential, and so of every connection. */
  untilMs: number;
}

/**
 * Credentials of the browsers' live connections: short-lived, each bound to a session, and stored as rows, so that one is
 * valid at every process. Memory only holds which sessions have connections here, and until when.
 */
export class Screens {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #sessions = new Map<string, Session>();
  /** For each look-up under way: sessions and people that ended meanwhile. */
  readonly #lookups = new Set<Set<string>>();

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * A new credential also prolongs the session's connections.
   * @returns password (256-bit random, base64url) and when it expires; the user name is the user id.
   */
  async issue(sessionHash: Buffer): Promise<{ password: string; expiresAt: Date }> {
    const password = randomBytes(32).toString("base64url");
    const nowMs = this.#clock.now();
    const untilMs = nowMs + lifeMs;
    await addCredential(this.#db, { passwordHash: hashOf(password), sessionHash, untilMs }, nowMs);
    return { password, expiresAt: new Date(untilMs) };
  }

  /** The session that a user name and password belong to. */
  async identify(userId: string, password: Buffer): Promise<Identity | undefined> {
    const ended = new Set<string>();
    this.#lookups.add(ended);
    try {
      const found = await findSession(this.#db, { passwordHash: hashOf(password), userId }, this.#clock.now());
      if (!found) return undefined;
      const key = sessionKey(found.sessionHash);
      if (ended.has(key) || ended.has(userId)) return undefined;
      this.#sessions.set(key, { userId, untilMs: found.untilMs });
      return { kind: "screen", userId, sessionKey: key };
    } finally {
      this.#lookups.delete(ended);
    }
  }

  isAlive(key: string): boolean {
    return (this.#sessions.get(key)?.untilMs ?? 0) > this.#clock.now();
  }

  end(key: string): void {
    this.#sessions.delete(key);
    for (const ended of this.#lookups) ended.add(key);
  }

  endUser(userId: string): void {
    for (const [key, session] of this.#sessions) if (session.userId === userId) this.#sessions.delete(key);
    for (const ended of this.#lookups) ended.add(userId);
  }

  prolong(key: string, untilMs: number): void {
    const session = this.#sessions.get(key);
    if (session) session.untilMs = untilMs;
  }

  keys(): string[] {
    return [...this.#sessions.keys()];
  }

  /** Sessions that end soon or have ended, as far as is known here. */
  due(): string[] {
    const untilMs = this.#clock.now() + lookAheadMs;
    return this.keys().filter((key) => (this.#sessions.get(key)?.untilMs ?? 0) <= untilMs);
  }

  /** Forgets sessions that have no connection here any more. */
  keepOnly(connected: ReadonlySet<string>): void {
    for (const key of this.#sessions.keys()) if (!connected.has(key)) this.#sessions.delete(key);
  }
}

function hashOf(password: string | Buffer): Buffer {
  return createHash("sha256").update(password).digest();
}
