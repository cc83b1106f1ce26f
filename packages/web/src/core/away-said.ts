import { createContext, useContext } from "react";

import { useIsLinkMissing } from "./live/live.ts";

/** Is there something around this part that says so while the portal cannot be reached? */
export const AwayIsSaid = createContext(false);

/** True while the portal cannot be reached and that is said above: no part of the screen says it again. */
export function useAwaySaid(): boolean {
  const isMissing = useIsLinkMissing();
  return useContext(AwayIsSaid) && isMissing;
}
