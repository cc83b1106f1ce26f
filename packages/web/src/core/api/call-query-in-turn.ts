import type { CallName } from "@offgrid/contract/registry";
import { queryOptions } from "@tanstack/react-query";

import { type Input, call } from "./call.ts";
import { fewAtOnce } from "./few-at-once.ts";
import { callQuery } from "./use-call.ts";

/**
 * How many such questions are under way: the portal works on few of one person's at a time, and refuses what no longer
 * fits into its queue.
 */
const inTurn = fewAtOnce(6);

/** As `callQuery`, for screens that make the same call for each of several containers. */
export function callQueryInTurn<Name extends CallName>(name: Name, input: Input<Name>) {
  return queryOptions({
    ...callQuery(name, input),
    queryFn: ({ signal }) => inTurn(() => call(name, input, { signal }), signal),
  });
}
