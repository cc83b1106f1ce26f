import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { ConfigReportMessage, ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";
import * as moves from "./config-moves.ts";

/** Where a configuration survives a power cut. */
export interface ConfigDisk {
  /** @throws Error when there is nothing that can be read. */
  read: () => string;
  /** Returns when it is safe. @throws Error when it is not. */
  write: (text: string) => void;
}

/** @param dir A folder of this container's own. */
export function configFile(dir: string): ConfigDisk {
  const file = join(dir, "configuration.json");
  return {
    read: () => readFileSync(file, "utf8"),
    write: (text) => {
      replaceFile(file, text);
      syncFolder(dir);
    },
  };
}

export interface ConfigurationOptions {
  disk: ConfigDisk;
  /** What the controller's own file says. */
  ownFile: ConfigDoc;
  judge: moves.Judge;
  /** What runs is another document now. Called when the disk has it. */
  onChange: (doc: ConfigDoc, before: ConfigDoc) => void;
  /** The portal is to be told what runs. */
  onReport: (report: ConfigReportMessage) => void;
  now: () => number;
  /** A clock that is never set. */
  evenNow?: () => number;
}

/**
 * What the controller runs, on disk. A change that may cut the link is only tried: when the portal does not answer over
 * the new settings within five minutes, the old ones return, also where the power was cut meanwhile.
 */
export class Configuration {
  readonly #options: ConfigurationOptions;
  readonly #evenNow: () => number;
  #kept: moves.KeptConfig;
  /** When the trial ends, by the even clock. */
  #endsAtMs = Infinity;
  /** The connection was opened after the change on trial. */
  #isOverNew = false;

  /** @throws what the disk throws. */
  constructor(options: ConfigurationOptions) {
    this.#options = options;
    this.#evenNow = options.evenNow ?? (() => performance.now());
    const nowMs = options.now();
    const earlier = readKept(options.disk);
    this.#kept = moves.start(earlier ?? moves.firstConfig(newStore(), options.ownFile), options.ownFile, nowMs);
    if (this.#kept !== earlier) this.#write(this.#kept);
    this.#planReturn();
  }

  get version(): number {
    return this.#kept.version;
  }

  get doc(): ConfigDoc {
    return this.#kept.doc;
  }

  /** What the portal wants; it is always answered. */
  receive(message: ConfigSetMessage): void {
    const { judge, now } = this.#options;
    const next = moves.receive(this.#kept, message, judge, now());
    if (next === this.#kept) return this.#report();
    try {
      this.#write(next);
    } catch {
      // Not decided on: the portal sends it again, and by then the disk may have room.
      const { version } = message;
      return this.#report({ ...this.#kept, refused: { version, reason: "storage", fields: {} } });
    }
    this.#take(next);
  }

  /** The portal may be reached over a new connection: it is told what runs. */
  connected(): void {
    this.#isOverNew = true;
    this.#report();
  }

  /** The portal has answered the birth of this connection. */
  confirmed(): void {
    if (!this.#isOverNew) return;
    const next = moves.confirm(this.#kept);
    if (next === this.#kept) return;
    this.#tryToWrite(next);
    this.#take(next);
  }

  /** Takes back what was on trial for too long. Called each second. */
  tick(): void {
    if (this.#evenNow() < this.#endsAtMs) return;
    const next = moves.revert(this.#kept, this.#options.now());
    this.#endsAtMs = Infinity;
    if (next === this.#kept) return;
    // A disk that does not take it has the trial still, and gives it up at the next start.
    this.#tryToWrite(next);
    this.#take(next);
  }

  #take(next: moves.KeptConfig): void {
    const before = this.#kept;
    this.#kept = next;
    this.#planReturn();
    const isOther = next.version !== before.version;
    if (isOther) this.#isOverNew = false;
    // Before anything is applied that may cut the link: the portal then knows what is tried.
    this.#report();
    if (!isOther) return;
    this.#options.onChange(next.doc, before.doc);
  }

  #planReturn(): void {
    const leftMs = moves.trialLeftMs(this.#kept, this.#options.now());
    this.#endsAtMs = this.#kept.trial ? this.#evenNow() + leftMs : Infinity;
  }

  #report(kept = this.#kept): void {
    const leftMs = Math.max(0, this.#endsAtMs - this.#evenNow());
    this.#options.onReport(moves.report(kept, this.#options.now(), kept.trial ? leftMs : 0));
  }

  #tryToWrite(kept: moves.KeptConfig): void {
    try {
      this.#write(kept);
    } catch {
      // See the callers.
    }
  }

  #write(kept: moves.KeptConfig): void {
    this.#options.disk.write(JSON.stringify(kept));
  }
}

const newStore = () => randomBytes(8).toString("hex");

/** @returns undefined where there is none that can be read: what the controller's own file says counts then. */
function readKept(disk: ConfigDisk): moves.KeptConfig | undefined {
  try {
    return moves.KeptConfig.parse(JSON.parse(disk.read()));
  } catch {
    return undefined;
  }
}

/** What was kept of a configuration before the program runs; undefined: nothing that can be read. */
export function keptDoc(dir: string): ConfigDoc | undefined {
  return readKept(configFile(dir))?.doc;
}
