import type { Place } from "../../core/moments.ts";

/** What the portal measured at an instant. */
export interface WarningFrame {
  kind: "frame";
  atMs: number;
  /** Time between two frames. */
  everyMs: number;
  valueOf: (metric: string) => number | undefined;
  place: Place | undefined;
}
