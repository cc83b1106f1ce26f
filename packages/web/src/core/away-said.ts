import { createContext, useContext, useSyncExternalStore } from "react";

import { isReachable, onReachChange } from "./api/reach.ts";

/** Is there something around this part that says so while the portal cannot be reached? */
export const AwayIsSaid = createContext(false);

/** True while the portal cannot be reached and that is said above: no part of the screen says it again. */
export function useAwaySaid(): boolean {
  const reaches = useSyncExternalStore(onReachChange, isReachable);
  return useContext(AwayIsSaid) && !reaches;
}
