import type { Tooltip, TooltipProps } from "@mantine/core";
import type { ReactElement } from "react";
import { useSyncExternalStore } from "react";

import { loadChunk } from "../core/chunk.ts";
import { idle } from "../core/idle.ts";

let found: typeof Tooltip | undefined;
let loading = false;
const listeners = new Set<() => void>();

function onFound(listener: () => void): () => void {
  listeners.add(listener);
  if (!loading) {
    loading = true;
    void load();
  }
  return () => void listeners.delete(listener);
}

async function load(): Promise<void> {
  try {
    await idle();
    found = (await loadChunk(() => import("./hint-tooltip.ts"))).Tooltip;
    for (const listener of listeners) listener();
  } catch {
    // The next hint that is drawn asks again.
    loading = false;
  }
}

/**
 * Words beside what one points at or focuses. Their program is a large one and comes when the browser is idle; until
 * then the child stands alone.
 */
export function Hint({ children, ...props }: Omit<TooltipProps, "children"> & { children: ReactElement }) {
  const Found = useSyncExternalStore(onFound, () => found);
  return Found ? <Found {...props}>{children}</Found> : children;
}
