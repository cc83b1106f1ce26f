import type { TooltipProps } from "@mantine/core";
import { lazy, type ReactElement, Suspense } from "react";

import { loadChunk } from "../core/chunk.ts";
import { idle } from "../core/idle.ts";

interface HintProps extends Omit<TooltipProps, "children"> {
  children: ReactElement;
}

// A large program for words that nobody reads in the first second.
const LazyTooltip = lazy(() =>
  idle()
    .then(() => loadChunk(() => import("./hint-tooltip.ts")))
    .then(
      ({ Tooltip }) => ({ default: Tooltip as (props: HintProps) => ReactElement }),
      () => ({ default: Untold }),
    ),
);

/** Words beside what one points at or focuses; until the browser was idle, and where they cannot be had, the child alone. */
export function Hint({ children, ...props }: HintProps) {
  return (
    <Suspense fallback={children}>
      <LazyTooltip {...props}>{children}</LazyTooltip>
    </Suspense>
  );
}

function Untold({ children }: HintProps): ReactElement {
  return children;
}
