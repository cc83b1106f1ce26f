import type { CallName } from "@offgrid/contract/registry";
import { QueryClient } from "@tanstack/react-query";

import { ApiError } from "./api-error.ts";
import type { Answer, Input } from "./call.ts";

/** Answers by [call name, input]; old data stays on screen while it is fetched again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Our own reach detection decides what "offline" means; the browser's guess would pause calls for ever.
      networkMode: "always",
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/**
 * Changes every cached answer of a call in place, whatever its input; `change` returns the same value if nothing
 * changed, and then the answer stays as old as it is.
 * @param receivedAtMs When the portal sent what the change says, epoch ms; absent: now.
 */
export function patchAnswers<Name extends CallName>(
  name: Name,
  change: (answer: Answer<Name>) => Answer<Name>,
  receivedAtMs = Date.now(),
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: [name] })) {
    const answer = state.data as Answer<Name> | undefined;
    const changed = answer && change(answer);
    if (changed === answer) continue;
    queryClient.setQueryData(queryKey, changed, { updatedAt: Math.max(state.dataUpdatedAt, receivedAtMs) });
  }
}

/** A write answered with what a read would answer: it is shown at once, and not fetched on a slow link first. */
export function showAnswer<Name extends CallName>(name: Name, input: Input<Name>, answer: Answer<Name>): void {
  queryClient.setQueryData<Answer<Name>>([name, input], answer);
}

/** Fetches every shown answer of these calls again (of all calls when none is named). */
export function refresh(...names: CallName[]): void {
  if (names.length === 0) void queryClient.invalidateQueries();
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
}
