import type { CallName } from "@offgrid/contract/registry";
import {
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  queryOptions,
  useMutation,
  useQuery,
} from "@tanstack/react-query";

import type { ApiError } from "./api-error.ts";
import { type Answer, type Input, call } from "./call.ts";

/** React Query's options, except those that the call itself decides. */
export type CallOptions<Name extends CallName, Data> = Omit<
  UseQueryOptions<Answer<Name>, ApiError, Data, readonly [Name, Input<Name>]>,
  "queryKey" | "queryFn"
>;

/** The query as React Query knows it, for loaders: `queryClient.ensureQueryData(callQuery("getSites", {}))`. */
export function callQuery<Name extends CallName>(name: Name, input: Input<Name>) {
  return queryOptions<Answer<Name>, ApiError, Answer<Name>, readonly [Name, Input<Name>]>({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}

/**
 * Makes a read call and caches its answer, shared by all components that make the same call. `select` narrows the
 * answer; `enabled: false` waits; `refetchInterval: tickMs` fetches again at each tick.
 */
export function useCall<Name extends CallName, Data = Answer<Name>>(
  name: Name,
  input: Input<Name>,
  options: CallOptions<Name, Data> = {},
): UseQueryResult<Data, ApiError> {
  return useQuery({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
    ...options,
  });
}

/** Makes a write call on demand: `const save = useCallMutation("saveUserSetting"); save.mutate({ theme: "dark" })`. */
export function useCallMutation<Name extends CallName>(
  name: Name,
  options: Omit<UseMutationOptions<Answer<Name>, ApiError, Input<Name>>, "mutationFn"> = {},
): UseMutationResult<Answer<Name>, ApiError, Input<Name>> {
  return useMutation({ mutationFn: (input: Input<Name>) => call(name, input), ...options });
}
