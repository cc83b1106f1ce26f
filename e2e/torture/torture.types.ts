import type { Verdict } from "../ledger/auditor.ts";

/** Duration and load. */
export interface Hardness {
  kills: number;
  outageMs: number;
  /** Frames from three days for each container that comes back. */
  daysFrames: number;
  /** Frames of a history that comes in while the portal is killed. */
  archiveFrames: number;
  /** Containers that send a frame each half second. */
  fleet: number;
  fuzzConnections: number;
}

export interface Phase {
  /** The name on the command line: `npm run torture -- kills`. */
  name: string;
  /** A description, printed when the phase begins. */
  summary: string;
  /** Why it cannot run on this machine; undefined: it can. */
  obstacle?: () => string | undefined;
  /**
   * @returns the auditor's findings, and facts for the report.
   * @throws Error when the portal does not do what it promises.
   */
  run(hardness: Hardness): Promise<{ verdict: Verdict; facts: string[] }>;
}
