import type { CommandFault, Emergency, OutputValue } from "@offgrid/contract/commands/commands.schema";
import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Outputs } from "../drivers/driver.ts";
import type { CommandLedger } from "./command-ledger.ts";
import type { OutputLocks } from "./output-locks.ts";

export interface ExecutorOptions {
  outputs: Outputs | undefined;
  ledger: CommandLedger;
  locks: OutputLocks;
  /** The portal's clock; undefined before the portal has sent its time. */
  portalNow: () => number | undefined;
  /** Clock for results, epoch ms. */
  now: () => number;
  /** Sends a result. @param onTaken Called when the broker has taken it. */
  send: (result: CommandResultMessage, onTaken: () => void) => void;
  /** Ends this run of the program and begins another; undefined: nothing would start it again. */
  restart?: (() => void) | undefined;
  /** Why a command of the portal may not set the output to this, beside its lock; undefined: it may. */
  obstacle: (target: string, value: OutputValue, emergency: Emergency | undefined) => CommandFault | undefined;
  /** A command, or an order of the controller's own, has changed an output. */
  onChanged: (target: string, value: OutputValue, command: CommandMessage, isOwn: boolean) => void;
}

/** What the controller itself has decided about an output. */
export interface OwnOrder {
  target: string;
  value: OutputValue;
  by: string;
  /** A limit asks for it: it waits for no pause, and what it switches off may be locked. */
  isLimit: boolean;
}
