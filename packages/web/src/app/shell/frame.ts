import type { CSSProperties } from "react";

/** By this class the library's dialogs, which take the scroll bar away, keep what is fixed from moving to the right. */
export const keepsRight = "right-scroll-bar-position";

/** What the frame's style sheet has otherwise as on a phone. @param isNarrow Only the icons of the menu are shown. */
export function besideMenu(isNarrow: boolean): CSSProperties {
  return { "--menu-width": isNarrow ? "4rem" : "14.5rem", "--bottom-height": "0px" } as CSSProperties;
}
