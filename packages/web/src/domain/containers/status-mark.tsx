import type { ContainerLink } from "@offgrid/contract/containers/container-link";
import { useTranslation } from "react-i18next";

import { useIsLastKnown } from "../../core/live/live.ts";
import styles from "./status-mark.module.css";

/** A state of the link, a level of warning, or works, which is added to a state and never replaces it. */
export type Mark = ContainerLink | "critical" | "warning" | "info" | "works" | "works_planned";

export interface StatusMarkProps {
  state: Mark;
  /** True only where a column header says the word already; screen readers still read it. */
  wordHidden?: boolean;
  /** Where the word of the state would be taken for something else. */
  word?: string | undefined;
  /** How many are in it, where that stands beside the word. */
  count?: number;
}

/**
 * Shape, colour and word of a state. Communication and warning are two marks side by side. While nothing comes over the
 * live connection, nobody knows whether a container is still online, and its mark says so.
 */
export function StatusMark(props: StatusMarkProps) {
  return <StateMark {...props} isLastKnown={useIsLastKnown()} />;
}

/** @param isLastKnown The state is what it was when something came last. */
export function StateMark({
  state,
  wordHidden = false,
  word: own,
  count = 1,
  isLastKnown,
}: StatusMarkProps & { isLastKnown: boolean }) {
  const { t } = useTranslation("container-facts");
  // Of the others it is true still: they say what was missing or wrong.
  const wasOnline = isLastKnown && state === "online";
  const word = own ?? (wasOnline ? t("status.wasOnline", { count }) : t(`status.${state}`));
  return (
    <span className={`${styles.mark} og-mark og-grave`} data-state={wasOnline ? "last_known" : state}>
      {wasOnline ? (
        <svg className="og-mark-shape" viewBox="0 0 16 16" aria-hidden>
          <circle cx="8" cy="8" r="4.5" className="og-mark-line" strokeWidth={2} strokeDasharray="3 2" />
        </svg>
      ) : (
        <StatusShape state={state} />
      )}
      <span className={wordHidden ? "visually-hidden" : undefined}>{word}</span>
    </span>
  );
}

/** The shape alone, where a sentence beside it has the words. */
export function StatusShape({ state }: { state: Mark }) {
  return (
    <svg className="og-mark og-mark-shape" data-state={state} viewBox="0 0 16 16" aria-hidden>
      <Shape state={state} />
    </svg>
  );
}

function Shape({ state }: { state: Mark }) {
  switch (state) {
    case "online":
      return <circle cx="8" cy="8" r="5.5" className="og-mark-fill" />;
    case "just_offline":
      return (
        <>
          <circle cx="8" cy="8" r="4.75" className="og-mark-line" strokeWidth={2} />
          <path d="M8 3.25a4.75 4.75 0 0 0 0 9.5z" className="og-mark-solid" />
        </>
      );
    case "offline":
      return <circle cx="8" cy="8" r="4.5" className="og-mark-line" strokeWidth={2} />;
    case "never":
      return <circle cx="8" cy="8" r="4.5" className="og-mark-line" strokeWidth={2} strokeDasharray="0.5 3.03" />;
    case "critical":
      return (
        <>
          <path d="M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4z" className="og-mark-fill" />
          <path d="M8 4.6v4" className="og-mark-sign" strokeWidth={1.7} />
          <circle cx="8" cy="11" r="0.6" className="og-mark-sign" strokeWidth={1.7} />
        </>
      );
    case "warning":
      return (
        <>
          <path d="M8 2 14.5 13.5h-13z" className="og-mark-fill" />
          <path d="M8 6v3.4" className="og-mark-sign" strokeWidth={1.7} />
          <circle cx="8" cy="11.6" r="0.5" className="og-mark-sign" strokeWidth={1.7} />
        </>
      );
    case "info":
      return (
        <>
          <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="2" className="og-mark-fill" />
          <path d="M8 7.4v4" className="og-mark-sign" strokeWidth={1.7} />
          <circle cx="8" cy="4.9" r="0.6" className="og-mark-sign" strokeWidth={1.7} />
        </>
      );
    case "works":
    case "works_planned":
      return (
        <path
          d="M13.6 4.6 11.5 6.7 9.4 6.6 9.3 4.5 11.4 2.4A3.7 3.7 0 0 0 6.7 7.2L2.3 11.6a1.5 1.5 0 0 0 2.1 2.1L8.8 9.3A3.7 3.7 0 0 0 13.6 4.6z"
          className="og-mark-stroke"
          strokeWidth={1.4}
        />
      );
  }
}
