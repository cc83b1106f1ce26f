import { type WarningsOpen, worstOpenWarning } from "@offgrid/contract/containers/open-warnings";

import { StatusMark } from "./status-mark.tsx";

/** How grave the gravest open warning of a container is; nothing where none is open. */
export function WarnedMark({ of, wordHidden }: { of: WarningsOpen; wordHidden?: boolean }) {
  const worst = worstOpenWarning(of);
  return worst === undefined ? null : <StatusMark state={worst} {...(wordHidden && { wordHidden })} />;
}
