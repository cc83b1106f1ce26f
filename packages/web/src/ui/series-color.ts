import type { CSSProperties } from "react";

/** The colour of a series by the name of its token, for styles that draw with `--series`. */
export function seriesColor(color: string): CSSProperties {
  return { "--series": `var(--og-${color})` } as CSSProperties;
}
