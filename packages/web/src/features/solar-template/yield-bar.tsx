import type { CSSProperties } from "react";

export interface YieldBarProps {
  /** What came or is expected, as a part of the most beside it; undefined: not known. */
  share: number | undefined;
  /** How far a clear sky reaches, as a part of the same. */
  reach: number;
}

const heightPx = 10;
const bar = (part: number, background: string): CSSProperties => ({
  gridArea: "1 / 1",
  width: `${100 * Math.min(1, part)}%`,
  height: heightPx,
  borderRadius: heightPx / 2,
  background,
  forcedColorAdjust: "none",
});

/** An energy before that of a clear sky, as a bar; both stand in figures beside it. */
export function YieldBar({ share, reach }: YieldBarProps) {
  return (
    <span aria-hidden style={{ display: "grid", minWidth: 80 }}>
      <span style={bar(reach, "var(--og-surface-2)")} />
      {share !== undefined && <span style={bar(share, "var(--og-solar)")} />}
    </span>
  );
}
