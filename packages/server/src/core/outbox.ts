import { sql } from "kysely";
import type { Logger } from "pino";

import type { Clock } from "./clock.ts";
import { type Db, reasonOf } from "./db.ts";
import type { Mail, Mailer } from "./mailer.ts";
import type { SecretBox } from "./secret-box.ts";

const purpose = "outbox";
const atOnce = 10;
const lookEveryMs = 15_000;
/** A mail that is being handed over is not taken by another in the meantime. */
const heldMs = 120_000;
const firstPauseMs = 15_000;
const longestPauseMs = 30 * 60_000;
const keptMs = 30 * 86_400_000;

/** Mails on their way: rows of the transaction that they tell about, handed over after its commit, again when that failed. */
export class Outbox {
  readonly counts = { sent: 0, failed: 0, dropped: 0 };
  readonly #parts: { db: Db; clock: Clock; log: Logger; box: SecretBox; mailer: Mailer };
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;
  #isWanted = false;

  constructor(parts: { db: Db; clock: Clock; log: Logger; box: SecretBox; mailer: Mailer }) {
    this.#parts = parts;
  }

  /**
   * Writes a mail into the transaction; call `kick` after its commit.
   * @param key Says which mail it is: a second one with the same key is not written.
   */
  async write(db: Db, key: string, mail: Mail, expiresAt: Date): Promise<void> {
    const now = new Date(this.#parts.clock.now());
    await db
      .insertInto("outbox")
      .values({
        key,
        sealed: this.#parts.box.seal(JSON.stringify(mail), purpose),
        createdAt: now,
        nextAt: now,
        expiresAt,
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
  }

  start(): void {
    this.#timer = setInterval(() => this.kick(), lookEveryMs);
    this.kick();
  }

  /** Looks for mails that are due, without waiting for them. */
  kick(): void {
    this.#isWanted = true;
    this.#run ??= this.#drain().finally(() => {
      this.#run = undefined;
      if (this.#isWanted && this.#timer) this.kick();
    });
  }

  /** Waits until nothing is being handed over. */
  async idle(): Promise<void> {
    while (this.#run) await this.#run;
  }

  /** What is being handed over is finished; the rest stays for the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#run;
    this.#parts.mailer.close();
  }

  async #drain(): Promise<void> {
    const { clock, log, mailer } = this.#parts;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        const now = new Date(clock.now());
        await mailer.sweep(now.getTime());
        await this.#dropOld(now);
        for (const row of await this.#claim(now)) {
          await this.#handOver(row);
          this.#isWanted = true;
        }
      }
    } catch (error) {
      this.#isWanted = false;
      log.warn({ reason: reasonOf(error) }, "mails wait, since the outbox could not be read");
    }
  }

  #claim(now: Date) {
    const { db } = this.#parts;
    const due = db
      .selectFrom("outbox")
      .select("id")
      .where("sealed", "is not", null)
      .where("nextAt", "<=", now)
      .orderBy("id")
      .limit(atOnce)
      .forUpdate()
      .skipLocked();
    return db
      .updateTable("outbox")
      .set({ nextAt: new Date(now.getTime() + heldMs), attempts: sql`attempts + 1` })
      .where("id", "in", due)
      .returning(["id", "key", "sealed", "attempts", "expiresAt"])
      .execute();
  }

  async #handOver(row: { id: number; key: string; sealed: Buffer | null; attempts: number; expiresAt: Date }) {
    const { db, clock, log, box, mailer } = this.#parts;
    if (!row.sealed) return;
    try {
      await mailer.send(JSON.parse(box.open(row.sealed, purpose)) as Mail, row.key, row.expiresAt);
      await db
        .updateTable("outbox")
        .set({ sealed: null, sentAt: new Date(clock.now()), failure: null })
        .where("id", "=", row.id)
        .execute();
      this.counts.sent++;
    } catch (error) {
      this.counts.failed++;
      const reason = reasonOf(error).slice(0, 200);
      log.warn({ reason, attempts: row.attempts }, "a mail was not taken; it is tried again");
      const pauseMs = Math.min(firstPauseMs * 2 ** (row.attempts - 1), longestPauseMs);
      await db
        .updateTable("outbox")
        .set({ nextAt: new Date(clock.now() + pauseMs), failure: reason })
        .where("id", "=", row.id)
        .execute();
    }
  }

  /** A mail whose link is over helps nobody; rows of sent ones go after a month. */
  async #dropOld(now: Date): Promise<void> {
    const { db, log } = this.#parts;
    const dropped = await db
      .updateTable("outbox")
      .set({ sealed: null, failure: "too old" })
      .where("sealed", "is not", null)
      .where("expiresAt", "<=", now)
      .returning("id")
      .execute();
    this.counts.dropped += dropped.length;
    if (dropped.length > 0) log.warn({ mails: dropped.length }, "mails could not be sent in time and were dropped");
    await db
      .deleteFrom("outbox")
      .where("sealed", "is", null)
      .where("createdAt", "<", new Date(now.getTime() - keptMs))
      .execute();
  }
}
