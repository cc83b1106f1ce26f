import type { Call } from "@offgrid/contract/core/call";
import type { Logger } from "pino";

import type { Actor } from "./actor.ts";
import { type AuditNote, auditedResult, targetOf, writeAudit } from "./audit.ts";
import type { Clock } from "../core/clock.ts";
import { type Db, reasonOf } from "../core/db.ts";
import type { Origin } from "./handler.ts";
import { type Limits, TooMany } from "./limits.ts";
import { networkOf } from "./network.ts";
import { HashesBusy } from "../core/password-hash.ts";
import { ForeignUserId, sessionKey } from "./session.ts";

const lineWindowMs = 60_000;
/** Each change that a handler refused may be about something else, so a person may have some lines in a window. */
const linesOfChanges = 10;

interface Parts {
  db: Db;
  clock: Clock;
  log: Logger;
  limits: Limits;
}

/** Writes one call's audit line: in the call's transaction when it succeeds, in one of its own when it is refused. */
export class AuditRecorder {
  call: Call | undefined;
  actor: Actor | null = null;
  input: unknown;
  /** The handler has started. */
  ran = false;
  readonly #services: Parts;
  readonly #request: { name: string; from: Origin };
  #note: AuditNote = {};
  #isWritten = false;

  constructor(services: Parts, request: { name: string; from: Origin }) {
    this.#services = services;
    this.#request = request;
  }

  /** What was begun before the call was admitted is its work now. */
  follow({ input, ran }: AuditRecorder): void {
    this.input = input;
    this.ran = ran;
  }

  add(note: AuditNote): void {
    this.#note = { ...this.#note, ...note, who: { ...this.#note.who, ...note.who } };
  }

  /** Writes the line once; a rollback afterwards removes it too, and `refused` then writes its own. */
  async done(db: Db): Promise<void> {
    if (this.#isWritten || this.#note.isNothing) return;
    await this.#write(db, this.#note.result ?? "ok", this.#note);
    this.#isWritten = true;
  }

  /** An audit line that cannot be written goes to the log instead: the refusal stands. */
  async refused(error: unknown): Promise<void> {
    const { db, log } = this.#services;
    if (error instanceof ForeignUserId) this.actor = error.owner;
    const result =
      error instanceof ForeignUserId ? "foreign_user_id" : auditedResult(error, this.call, this.actor, this.ran);
    if (result === undefined || !(await this.#isWorthALine(error, result))) return;
    const { before: _, after: __, ...note } = this.#note;
    await this.#write(db, result, note).catch((failure: unknown) =>
      log.warn(
        { reason: reasonOf(failure), call: this.#request.name, result },
        "a refusal could not be written to the audit",
      ),
    );
  }

  /** Whoever repeats a call that is refused does not fill the audit: a window has one line for each reason. */
  async #isWorthALine(error: unknown, result: string): Promise<boolean> {
    // A handler that counts by itself knows better.
    if (this.#note.isRepeated !== undefined) return !this.#note.isRepeated;
    const { limits } = this.#services;
    const { name, from } = this.#request;
    // Too much work for the portal is one matter, however many ask for it.
    const { sessionHash } = this.actor ?? {};
    const who =
      error instanceof HashesBusy ? "anyone" : sessionHash ? sessionKey(sessionHash) : networkOf(from.address);
    const most = this.actor && this.ran && !(error instanceof TooMany) ? linesOfChanges : 1;
    // Without the count there is no telling; the line then goes the way of all refusals.
    return limits.tryTake(`line ${who} ${name} ${result}`, most, lineWindowMs).catch(() => true);
  }

  async #write(db: Db, result: string, note: AuditNote): Promise<void> {
    const { name, from } = this.#request;
    const { userId, email, role } = this.actor ?? {};
    const target = note.target ?? targetOf(this.input);
    const by = this.actor?.apiToken?.name;
    await writeAudit(db, {
      ...note,
      // A person is asked about it, who should know that it was one of their programs.
      ...(by !== undefined && { after: { ...note.after, apiToken: by } }),
      ...(target !== undefined && { target }),
      who: {
        ...(userId !== undefined && { userId }),
        ...(email !== undefined && { email }),
        ...(role !== undefined && { role }),
        ...note.who,
      },
      atMs: this.#services.clock.now(),
      action: name,
      address: from.address,
      requestId: from.requestId,
      result,
    });
  }
}
