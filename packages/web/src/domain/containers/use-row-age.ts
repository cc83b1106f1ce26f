import { useIsLastKnown } from "../../core/live/live.ts";
import { isStale, isValueStale } from "./container-facts.ts";

/** Which values of rows are old: by their age, and all of them while nothing comes at present. */
export function useRowAge(): { isStale: typeof isStale; isValueStale: typeof isValueStale } {
  const isLastKnown = useIsLastKnown();
  return isLastKnown ? { isStale: isAlways, isValueStale: isAlways } : { isStale, isValueStale };
}

const isAlways = () => true;
