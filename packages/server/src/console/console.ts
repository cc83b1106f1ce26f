import type { OutputOf } from "@offgrid/contract/core/call";
import type { CallName, Calls } from "@offgrid/contract/registry";
import type { z } from "zod";

import type { CallContext } from "../calls/handler.ts";
import type { RunningConfig } from "../config/live-config.ts";
import type { Db } from "../core/db.ts";

/** The portal as its command line has it: with the calls of the contract, made by the server itself. */
export interface Console {
  db: Db;
  config: RunningConfig;
  /** Makes a call, with its audit line and all that follows from it. @throws Refusal */
  call<Name extends CallName>(name: Name, input: z.input<Calls[Name]["input"]>): Promise<OutputOf<Calls[Name]>>;
  /**
   * Does what is no call, by the same means and in one transaction.
   * @param action Its name in the audit.
   */
  act<Result>(action: string, work: (context: CallContext) => Promise<Result>): Promise<Result>;
  /** Does a process of the portal run, which sends mails? */
  isRunning(): Promise<boolean>;
}
