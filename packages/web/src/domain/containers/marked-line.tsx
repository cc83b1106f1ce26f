import type { ReactNode } from "react";

import { type Mark, StatusMark } from "./status-mark.tsx";

interface Props {
  state: Mark;
  children: ReactNode;
}

/** Words behind the mark of a level, which stays at their beginning however long they are. */
export function MarkedLine({ state, children }: Props) {
  return (
    <span className="og-row og-top">
      <StatusMark state={state} wordHidden />
      <span className="og-line og-fine og-rest">{children}</span>
    </span>
  );
}
