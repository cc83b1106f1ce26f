import styles from "./sparkline.module.css";
import { sparkline } from "./sparkline-path.ts";

export interface SparklineProps {
  /** Evenly spaced, oldest first; null: not measured, drawn as a gap. */
  values: readonly (number | null)[];
}

/** The history of a figure, 80 by 24, with its zero line and its last point; the figure beside it says the number. */
export function Sparkline({ values }: SparklineProps) {
  const shape = sparkline(values, 80, 24);
  if (!shape) return null;
  return (
    <svg className={styles.sparkline} viewBox="0 0 80 24" aria-hidden>
      {shape.zeroY !== undefined && <path stroke="var(--og-border)" d={`M0 ${shape.zeroY}H80`} />}
      <path
        fill="none"
        stroke="var(--og-muted)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        d={shape.path}
      />
      <circle
        fill="var(--og-text)"
        stroke="var(--og-surface)"
        strokeWidth={1.5}
        cx={shape.last[0]}
        cy={shape.last[1]}
        r={2.5}
      />
    </svg>
  );
}
