import { useIsLastKnown } from "../../core/live/live.ts";
import { isStale, isValueStale } from "./container-facts.ts";

/** Which values of rows are old. */
export interface RowAge {
  isStale: typeof isStale;
  isValueStale: typeof isValueStale;
}

const byAge: RowAge = { isStale, isValueStale };
const isAlways = () => true;
const always: RowAge = { isStale: isAlways, isValueStale: isAlways };

/** Which values of rows are old: by their age, and all of them while nothing comes at present. */
export function useRowAge(): RowAge {
  return useIsLastKnown() ? always : byAge;
}
