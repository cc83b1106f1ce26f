import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useIsLastKnown } from "../../core/live/live.ts";
import { isBad } from "./energy-rank.ts";
import { stateWord } from "./state-word.ts";

export interface EnergyMarkProps {
  level: EnergyLevel;
  /** True only where the word stands beside it already; screen readers still read it. */
  wordHidden?: boolean;
  /** How many containers are in it, where that stands beside the word. */
  count?: number;
  /** In place of its word: where it means less than beside one container. */
  word?: string | undefined;
  /** It is what it was when something came last. Left out: so is everything while there is no connection to the portal. */
  isLastKnown?: boolean;
}

/** Shape, colour and word of a state of energy. It stands before the mark of the link and is never merged with it. */
export function EnergyMark({ level, wordHidden = false, count = 1, word: own, isLastKnown }: EnergyMarkProps) {
  const { t } = useTranslation("energy-state");
  const isSilent = useIsLastKnown();
  const isOld = (isLastKnown ?? isSilent) && !isBad(level);
  const word = own ?? stateWord(level, { t, isLastKnown: isOld }, count);
  const old = isOld ? "og-muted" : "";
  return (
    <span className={`og-row og-inline og-snug og-nowrap og-grave ${old}`} data-level={level}>
      <EnergyShape level={level} isMuted={isOld} />
      {wordHidden ? <VisuallyHidden component="span">{word}</VisuallyHidden> : <span>{word}</span>}
    </span>
  );
}

/** The shape alone, where a sentence beside it has the words. */
export function EnergyShape({ level, isMuted = false }: Pick<EnergyMarkProps, "level"> & { isMuted?: boolean }) {
  return (
    <svg className="og-mark og-mark-shape" data-level={isMuted ? undefined : level} viewBox="0 0 16 16" aria-hidden>
      {shapes[level]}
    </svg>
  );
}

const octagon = "M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4z";
const diamond = "M8 1.2 14.8 8 8 14.8 1.2 8z";
const bolt = "M8.9 4.4 6.4 8.3h3.2l-2.5 3.5";
const cell = "M1.5 5.2a1 1 0 0 1 1-1h9.5a1 1 0 0 1 1 1v5.6a1 1 0 0 1-1 1H2.5a1 1 0 0 1-1-1z";

/** What is cut is an octagon, what a generator does or has to do a diamond; the others are a battery. */
const shapes: Record<EnergyLevel, ReactNode> = {
  cut: (
    <>
      <path d={octagon} className="og-mark-fill" />
      <path d="m5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8" className="og-mark-sign" strokeWidth={1.8} />
    </>
  ),
  cut_partly: (
    <>
      <path d={octagon} className="og-mark-line" strokeWidth={1.7} />
      <path d="M8 1.8H5.4L1.8 5.4v5.2l3.6 3.6H8z" className="og-mark-solid" />
    </>
  ),
  cut_ahead: (
    <>
      <path d={octagon} className="og-mark-line" strokeWidth={1.7} />
      <path d="M8 4.6V8l2.2 1.8" className="og-mark-stroke" strokeWidth={1.7} />
    </>
  ),
  generator_ahead: (
    <>
      <path d={diamond} className="og-mark-fill" />
      <path d={bolt} className="og-mark-sign" strokeWidth={1.5} />
    </>
  ),
  below_reserve: (
    <Battery>
      <path d="M3.4 6.2h2v3.6h-2z" className="og-mark-solid" />
    </Battery>
  ),
  unknown: (
    <>
      <path d={cell} className="og-mark-line" strokeWidth={1.7} strokeDasharray="2.4 1.6" />
      <path d="M5.9 6.9a1.4 1.4 0 1 1 1.9 1.3c-.4.2-.5.4-.5.8" className="og-mark-stroke" strokeWidth={1.3} />
      <circle cx="7.3" cy="10.4" r="0.5" className="og-mark-solid" />
    </>
  ),
  generator_running: (
    <>
      <path d={diamond} className="og-mark-line" strokeWidth={1.7} />
      <path d={bolt} className="og-mark-stroke" strokeWidth={1.5} />
    </>
  ),
  computing: (
    <Battery>
      <path d="M4.4 8h.1M7 8h.1M9.6 8h.1" className="og-mark-stroke" strokeWidth={1.9} strokeLinecap="round" />
    </Battery>
  ),
  normal: (
    <Battery>
      <path d="M3.4 6.2h4.4v3.6H3.4z" className="og-mark-solid" />
    </Battery>
  ),
  charging: (
    <Battery>
      <path d="M8 4.9 5.4 8.3h3.4l-2 2.9" className="og-mark-stroke" strokeWidth={1.7} />
    </Battery>
  ),
  full: (
    <Battery isFull>
      <path d="m4.4 8.1 2 1.9 3.6-3.8" className="og-mark-sign" strokeWidth={1.5} />
    </Battery>
  ),
};

function Battery({ isFull = false, children }: { isFull?: boolean; children: ReactNode }) {
  return (
    <>
      <path d={cell} className={isFull ? "og-mark-fill" : "og-mark-line"} strokeWidth={1.7} />
      <path d="M14.6 6.8v2.4" className="og-mark-stroke" strokeWidth={1.7} />
      {children}
    </>
  );
}
