import type { CSSProperties } from "react";

import { notePath } from "./chart-notes.ts";

/** Its colour is that of words, and of no warning. */
export const noteMark = { "--mark": "var(--og-text)" } as CSSProperties;

/** The mark of a note in small. */
export function NoteSwatch() {
  return (
    <svg width={12} height={11} viewBox="0 0 16 14" style={{ flex: "none" }} aria-hidden>
      <path d={notePath} fill="var(--og-text)" />
    </svg>
  );
}
