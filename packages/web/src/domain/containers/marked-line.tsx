import type { ReactNode } from "react";

import { type Mark, StatusMark } from "./status-mark.tsx";

interface Props {
  state: Mark;
  children: ReactNode;
  /** Lines of their own below, which begin where the words do. */
  below?: ReactNode;
}

/** Words behind the mark of a level, which stays at their beginning however long they are. */
export function MarkedLine({ state, children, below }: Props) {
  const line = <span className="og-line og-fine og-rest">{children}</span>;
  return (
    <span className="og-row og-top">
      <StatusMark state={state} wordHidden />
      {below === undefined ? (
        line
      ) : (
        <span className="og-words og-rest">
          {line}
          {below}
        </span>
      )}
    </span>
  );
}
