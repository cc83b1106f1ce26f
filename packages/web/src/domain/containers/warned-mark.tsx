import { type WarningsOpen, worstOpenWarning } from "@offgrid/contract/containers/open-warnings";

import { StatusMark, type StatusMarkProps } from "./status-mark.tsx";

/** How grave the gravest open warning of a container is; nothing where none is open. */
export function WarnedMark({ of, ...rest }: { of: WarningsOpen } & Pick<StatusMarkProps, "wordHidden" | "word">) {
  const worst = worstOpenWarning(of);
  return worst === undefined ? null : <StatusMark state={worst} {...rest} />;
}
