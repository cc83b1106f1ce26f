import type { Call, CallMap, InputOf, OutputOf } from "@offgrid/contract/core/call";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { Logger } from "pino";

import type { Forecaster } from "../features/forecast/forecaster.ts";
import type { LiveHub } from "../features/live/live-hub.ts";
import type { Actor } from "./actor.ts";
import type { AuditNote } from "./audit.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db.ts";
import type { Limits } from "./limits.ts";
import type { Outbox } from "./outbox.ts";
import type { Outside } from "./outside.ts";
import type { SecretBox } from "./secret-box.ts";

/** Where a call comes from. */
export interface Origin {
  address: string;
  language: LocaleCode;
  requestId: string;
  /** The browser as it names itself. */
  agent?: string | undefined;
}

/** What a handler may use besides its input. Sign-in, parsing, transaction and HTTP codes are done before it. */
export interface CallContext<Who = Actor> {
  actor: Who;
  /** A transaction in calls with the effect "write". */
  db: Db;
  config: Config;
  clock: Clock;
  live: LiveHub;
  log: Logger;
  /** Has the disk room for large writes? Smaller ones need not ask. */
  hasRoom(): boolean;
  limits: Limits;
  box: SecretBox;
  outbox: Outbox;
  outside: Outside;
  forecaster: Forecaster;
  /** Address of the web app, for links; never from a header. */
  url: string;
  /** Epoch ms; what was linked before it stays so for a while (`containerStatus`). */
  portalStartedAtMs: number;
  /** Address of the caller and language of the answer. */
  from: Origin;
  /** Adds to the line that the pipeline writes into the audit about this call. */
  audit(note: AuditNote): void;
  /** The transaction of a call with `ownTransaction`: its line of the audit is committed with it. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** @throws Refusal confirm_needed unless the person proved who they are within ten minutes. */
  mustBeConfirmed(): void;
  /** Runs once the transaction is committed (at once in read calls); never when it fails. */
  afterCommit(effect: () => void): void;
}

/** What a handler of a call that answers with a file returns. */
export interface FileAnswer {
  /** ASCII letters, digits, dots, dashes and underscores. */
  fileName: string;
  contentType: string;
  /** Pulled only as fast as the caller takes it. A refusal thrown before the first piece is answered as a refusal. */
  stream: AsyncIterable<Uint8Array>;
}

/** One handler: `actor` is null only in public calls. */
export type Handler<C extends Call> = (
  input: InputOf<C>,
  context: CallContext<C["access"] extends "public" ? Actor | null : Actor>,
) => Promise<C extends { answers: "file" } ? FileAnswer : OutputOf<C>>;

/** A handler for every call of a map; a missing one, a wrong output or an unknown name does not compile. */
export type Handlers<M extends CallMap> = { [Name in keyof M]: Handler<M[Name]> };
