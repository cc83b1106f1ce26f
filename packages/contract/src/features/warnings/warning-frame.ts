import type { Place } from "../../core/moments.ts";
import type { CutOffInputs } from "../power-cuts/cut-off.ts";

/** As it was learned and set. */
export type KnownCutOff = Pick<CutOffInputs, "reserveSoc" | "cutSoc">;

/** What the portal measured at an instant. */
export interface WarningFrame {
  kind: "frame";
  atMs: number;
  /** Time between two frames. */
  everyMs: number;
  valueOf: (metric: string) => number | undefined;
  place: Place | undefined;
  /** What tells where readings of power and charge alone mean that loads are cut; left out: nothing is known. */
  cutOff?: KnownCutOff | undefined;
}
