import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import type { Identity } from "../../core/broker-access.ts";
import type { Clock } from "../../core/clock.ts";

const lifeMs = 15 * 60_000;
const credentialsPerSession = 20;

interface Session {
  userId: string;
  /** End of life of the newest credential, and of every connection of the session. */
  untilMs: number;
  /** SHA-256 of the passwords, newest last. */
  credentials: { hash: Buffer; untilMs: number }[];
}

/** Credentials of the browsers' live connections: in memory, short-lived, each bound to a session. */
export class Screens {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, Session>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new credential also prolongs the connections that the session has. */
  issue({ userId, sessionHash }: { userId: string; sessionHash: Buffer }): { password: string; expiresAt: Date } {
    const password = randomBytes(32).toString("base64url");
    const nowMs = this.#clock.now();
    const untilMs = nowMs + lifeMs;
    const key = sessionKey(sessionHash);
    const valid = (this.#sessions.get(key)?.credentials ?? []).filter((credential) => credential.untilMs > nowMs);
    const credentials = [...valid, { hash: hashOf(password), untilMs }].slice(-credentialsPerSession);
    this.#sessions.set(key, { userId, untilMs, credentials });
    return { password, expiresAt: new Date(untilMs) };
  }

  /** The session that a user name and password belong to. */
  identify(userId: string, password: Buffer): Identity | undefined {
    const hash = hashOf(password);
    for (const [key, session] of this.#sessions) {
      if (session.userId !== userId || !this.isAlive(key)) continue;
      const isKnown = session.credentials.some(
        (credential) => credential.untilMs > this.#clock.now() && timingSafeEqual(credential.hash, hash),
      );
      if (isKnown) return { kind: "screen", userId, sessionKey: key };
    }
    return undefined;
  }

  isAlive(key: string): boolean {
    return (this.#sessions.get(key)?.untilMs ?? 0) > this.#clock.now();
  }

  end(key: string): void {
    this.#sessions.delete(key);
  }

  endUser(userId: string): void {
    for (const [key, session] of this.#sessions) if (session.userId === userId) this.#sessions.delete(key);
  }

  /** Sessions whose credentials are all over are forgotten. @returns the keys of those that live. */
  sweep(): string[] {
    for (const key of this.#sessions.keys()) if (!this.isAlive(key)) this.#sessions.delete(key);
    return [...this.#sessions.keys()];
  }
}

export function sessionKey(sessionHash: Buffer): string {
  return sessionHash.toString("hex");
}

function hashOf(password: string | Buffer): Buffer {
  return createHash("sha256").update(password).digest();
}
