import { loadMetrics } from "@offgrid/contract/power-cuts/loads-sign";

import { type Naming, namedMetrics } from "./case.ts";

/** What containers never sent of what a rule looks at. Pure. */

/** It looks for a sign of whether the loads have power, and there is none. */
export function isCutUnsent({ type }: Naming, sent: ReadonlySet<string>): boolean {
  return type === "cut" && !loadMetrics.some((name) => sent.has(name));
}

/** The first metric that it names and nobody sent. */
export function unsentMetric(condition: Naming, sent: ReadonlySet<string>): string | undefined {
  return namedMetrics(condition).find((name) => !sent.has(name));
}
