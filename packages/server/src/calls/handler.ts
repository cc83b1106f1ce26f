import type { Call, CallMap, InputOf, OutputOf } from "@offgrid/contract/core/call";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { BusEvent, BusEventName } from "../bus/bus.events.ts";
import type { Actor } from "./actor.ts";
import type { AuditNote } from "./audit.ts";
import type { Db } from "../core/db.ts";
import type { Services } from "./services.ts";

/** Where a call comes from. */
export interface Origin {
  address: string;
  language: LocaleCode;
  requestId: string;
  /** The browser, as it names itself. */
  agent?: string | undefined;
}

/** An effect that follows a completed call. */
export type Effect = () => void | Promise<void>;

/** What a handler may use besides its input. Sign-in, parsing, transaction and HTTP codes are handled before it. */
export interface CallContext<Who = Actor> extends Services {
  actor: Who;
  /** Address of the caller and language of the answer. */
  from: Origin;
  /** Aborted when the caller hangs up: what only waits for its turn is not done any more. */
  signal: AbortSignal;
  /** Adds to the audit line that the pipeline writes about this call. */
  audit(note: AuditNote): void;
  /** The transaction of a call with `ownTransaction`: its audit line is committed with it. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** @throws Refusal confirm_needed unless the person proved who they are within the last ten minutes. */
  mustBeConfirmed(): void;
  /**
   * Tells other parts and processes of what the transaction changed, if it commits: those of other processes by the commit
   * itself, those of this one before the answer. Call it within the transaction.
   */
  publish<Name extends BusEventName>(name: Name, event: BusEvent<Name>): void;
  /**
   * Runs once the transaction is committed and before the answer; never when the call fails. Errors it throws are
   * logged: the call is done by then, and its answer stands.
   */
  afterCommit(effect: Effect): void;
}

/** What a handler of a call that answers with a file returns. */
export interface FileAnswer {
  /** ASCII letters, digits, dots, dashes and underscores. */
  fileName: string;
  contentType: string;
  /** Read only as fast as the caller takes it. A refusal thrown before the first piece is answered as a refusal. */
  stream: AsyncIterable<Uint8Array>;
}

/** One handler: `actor` is null only in public calls. */
export type Handler<C extends Call> = (
  input: InputOf<C>,
  context: CallContext<C["access"] extends "public" ? Actor | null : Actor>,
) => Promise<C extends { answers: "file" } ? FileAnswer : OutputOf<C>>;

/** A handler for every call of a map; a missing one, a wrong output or an unknown name does not compile. */
export type Handlers<M extends CallMap> = { [Name in keyof M]: Handler<M[Name]> };
