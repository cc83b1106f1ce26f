import type { Verdict } from "../ledger/auditor.ts";

/** How long and how hard. */
export interface Hardness {
  kills: number;
  outageMs: number;
  /** Frames of three days for each container that comes back. */
  daysFrames: number;
  /** Frames of a history that comes in while the portal is killed. */
  archiveFrames: number;
  /** Containers that send a frame each half second. */
  fleet: number;
  fuzzConnections: number;
}

export interface Phase {
  /** As on the command line: `npm run torture -- kills`. */
  name: string;
  /** One sentence, printed when it begins. */
  summary: string;
  /** Why it cannot run on this machine; undefined: it can. */
  obstacle?: () => string | undefined;
  /**
   * @returns what the auditor found, and facts for the report.
   * @throws Error when the portal did something else than it promises.
   */
  run(hardness: Hardness): Promise<{ verdict: Verdict; facts: string[] }>;
}
