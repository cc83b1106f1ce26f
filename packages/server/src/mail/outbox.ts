import { type Db, reasonOf } from "../core/db.ts";
import type { Clock } from "../core/clock.ts";
import type { SecretBox } from "../core/secret-box.ts";
import type { JobKind } from "../jobs/job.ts";
import { enqueue } from "../jobs/job.store.ts";
import type { Mail, Mailer } from "./mailer.ts";

const purpose = "outbox";
const mailKind = "mail";
const cleanEveryMs = 15_000;
const keptMs = 30 * 86_400_000;
const backoff = { firstMs: 15_000, longestMs: 30 * 60_000 };
/** One recipient's slow server does not hold up everybody's mail. */
const concurrency = 4;

/** Mails to send: written in the transaction they are about, delivered after its commit, retried after a failure. */
export class Outbox {
  readonly counts = { sent: 0, failed: 0, dropped: 0 };
  readonly #parts: { db: Db; clock: Clock; box: SecretBox; mailer: Mailer; wake?: () => void };

  /** @param parts `wake`: called when mails may be waiting; left out: they are found within a second. */
  constructor(parts: { db: Db; clock: Clock; box: SecretBox; mailer: Mailer; wake?: () => void }) {
    this.#parts = parts;
  }

  get jobs(): JobKind[] {
    return [
      { name: mailKind, concurrency, backoff, run: ({ key }) => this.#sendWritten(Number(key)) },
      { name: "mail-cleanup", everyMs: cleanEveryMs, run: () => this.#clean() },
    ];
  }

  /**
   * Writes a mail into the transaction; call `kick` after its commit.
   * @param key Identifies the mail: a second one with the same key is not written.
   * @param isSent false: the same work is done, but the row is removed by the next clean-up.
   */
  async write(db: Db, key: string, mail: Mail, expiresAt: Date, isSent = true): Promise<void> {
    const { box, clock } = this.#parts;
    const sealed = box.seal(JSON.stringify(mail), purpose);
    const createdAt = new Date(isSent ? clock.now() : 0);
    const row = await db
      .insertInto("outbox")
      .values({ key, sealed: isSent ? sealed : null, createdAt, expiresAt })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) await enqueue(db, mailKind, String(row.id));
  }

  /** Drops the mails to some addresses that have not been sent; written in any case. */
  async dropTo(db: Db, addresses: readonly string[]): Promise<void> {
    const away = new Set(addresses.map((address) => address.toLowerCase()));
    const waiting = await db.selectFrom("outbox").select(["id", "sealed"]).where("sealed", "is not", null).execute();
    const dropped = waiting.filter(({ sealed }) => sealed && away.has(this.#open(sealed).to.toLowerCase()));
    const ids = dropped.map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom("outbox").where("id", "in", ids).execute();
    this.counts.dropped += ids.length;
  }

  #open(sealed: Buffer): Mail {
    return JSON.parse(this.#parts.box.open(sealed, purpose)) as Mail;
  }

  /**
   * Hands a mail over at once, for whoever keeps a record of it and tries again.
   * @throws Error when it was not accepted.
   */
  async handOver(mail: Mail, key: string, expiresAt: Date): Promise<void> {
    try {
      await this.#parts.mailer.send(mail, key, expiresAt);
      this.counts.sent++;
    } catch (error) {
      this.counts.failed++;
      throw error;
    }
  }

  /** Has mails that were written sent without delay. */
  kick(): void {
    this.#parts.wake?.();
  }

  /** Call it once no job runs any more. */
  close(): void {
    this.#parts.mailer.close();
  }

  async #sendWritten(id: number): Promise<void> {
    const { db, clock, mailer } = this.#parts;
    const row = await db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row?.sealed) return;
    const now = new Date(clock.now());
    if (row.expiresAt <= now) {
      // A mail whose link has expired helps nobody.
      await db.updateTable("outbox").set({ sealed: null, failure: "too old" }).where("id", "=", id).execute();
      this.counts.dropped++;
      return;
    }
    try {
      await mailer.send(this.#open(row.sealed), row.key, row.expiresAt);
    } catch (error) {
      this.counts.failed++;
      // Only the reason: other fields of such errors may name the recipient.
      throw new Error(reasonOf(error).slice(0, 200));
    }
    const sent = { sealed: null, sentAt: new Date(clock.now()), failure: null };
    await db.updateTable("outbox").set(sent).where("id", "=", id).execute();
    this.counts.sent++;
  }

  /** Files are removed once their links expire, rows of finished mails after a month. */
  async #clean(): Promise<void> {
    const { db, clock, mailer } = this.#parts;
    const nowMs = clock.now();
    await mailer.sweep(nowMs);
    await db
      .deleteFrom("outbox")
      .where("sealed", "is", null)
      .where("createdAt", "<", new Date(nowMs - keptMs))
      .execute();
  }
}
