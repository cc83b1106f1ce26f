import type { ReactNode } from "react";

import { formatCount } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { isBad } from "../energy-state/energy-rank.ts";
import { type PlaceState, stateShares, type PlacedContainer } from "./bubbles.ts";
import styles from "./map.module.css";
import { PlaceMark } from "./place-mark.tsx";

const ringPx = 6;
/** Between two states of a ring, in pixels: neighbours may have the same colour. */
const gapPx = 3;

/** Width of a bubble in pixels: it grows with its count, slowly. */
export function sizeOf(count: number): number {
  return [10, 100, 1_000].reduce((size, step) => (count >= step ? size + 8 : size), 42);
}

/** Is it a state, of energy or of the link, in which something is wrong? */
function isCalling(state: PlaceState): boolean {
  return state === "offline" || state === "just_offline" || (state !== "never" && isBad(state));
}

/** What stands beside a mark, at its edge; the words of the mark say it to readers. */
export function CornerMark({ children }: { children: ReactNode }) {
  return (
    <span className={styles.worstMark} aria-hidden>
      {children}
    </span>
  );
}

/** A bubble: a ring split by state around the count, within an outline of the worst state and beside its mark. */
export function BubbleMark({ containers }: { containers: readonly PlacedContainer[] }) {
  const locale = useLocale();
  const shares = stateShares(containers);
  const size = sizeOf(containers.length);
  const radius = size / 2 - 8;
  const length = 2 * Math.PI * radius;
  const worst: PlaceState = shares[0]?.state ?? "normal";
  const gap = shares.length > 1 ? gapPx : 0;
  const before = (index: number) => shares.slice(0, index).reduce((sum, { count }) => sum + count, 0);
  return (
    <span className="og-row og-center og-relative" style={{ width: size, height: size }}>
      <svg className="og-cover" viewBox={`0 0 ${size} ${size}`} width={size} height={size} aria-hidden>
        <circle fill="var(--og-surface)" cx={size / 2} cy={size / 2} r={size / 2 - 1} />
        <circle
          className="og-mark og-mark-stroke"
          data-state={worst}
          // The worst of all is seen without colours too: its outline is thick.
          strokeWidth={worst === "cut" ? 4 : 2}
          cx={size / 2}
          cy={size / 2}
          r={size / 2 - 3}
        />
        <g transform={`rotate(-90 ${size / 2} ${size / 2})`}>
          {shares.map(({ state, count }, index) => (
            <circle
              key={state}
              className="og-mark og-mark-stroke"
              data-state={state}
              cx={size / 2}
              cy={size / 2}
              r={radius}
              strokeWidth={ringPx}
              strokeDasharray={`${Math.max(1, (count / containers.length) * length - gap)} ${length}`}
              strokeDashoffset={(-before(index) / containers.length) * length}
            />
          ))}
        </g>
      </svg>
      <span className={styles.count}>{formatCount(containers.length, locale)}</span>
      {isCalling(worst) && (
        <CornerMark>
          <PlaceMark state={worst} wordHidden />
        </CornerMark>
      )}
    </span>
  );
}
