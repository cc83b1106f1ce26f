import { useDeferredValue } from "react";

import type { Pending } from "./async.tsx";

/**
 * For what takes long to draw, such as a chart: the press that asked for it is answered first, and the picture follows.
 * Until it does, it counts as being fetched. Its parts must be memoised, or they are drawn with the answer to the press.
 */
export function useFollowing<Data>(pending: Pending<Data>): Pending<Data> {
  const { data } = pending;
  const drawn = useDeferredValue(data);
  if (data === undefined || drawn === undefined) return pending;
  return { ...pending, data: drawn, isFetching: pending.isFetching || drawn !== data };
}
