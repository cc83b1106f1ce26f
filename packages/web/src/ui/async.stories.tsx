import { ApiError } from "../core/api/api-error.ts";
import { AwayIsSaid } from "../core/away-said.ts";
import type { Story } from "../testing/story.tsx";
import { useWords } from "../testing/story-words.ts";
import { Async, type Pending } from "./async.tsx";
import { EmptyState } from "./empty-state.tsx";

const still: Pending<readonly string[]> = {
  data: undefined,
  error: null,
  isPending: false,
  isFetching: false,
  refetch: () => {},
};
const refused = new ApiError({ code: "too_many", status: 429, message: "", requestId: "req-4k2v9", retryAfterS: 30 });
const unreachable = new ApiError({ code: "unreachable", status: 0, message: "" });

function Example({ of }: { of: Pending<readonly string[]> }) {
  const words = useWords();
  return (
    <Async of={of} height={80} empty={<EmptyState title={words.nothing} />}>
      {() => <p>{words.ready}</p>}
    </Async>
  );
}

export const stories: readonly Story[] = [
  {
    name: "async",
    awaited: ".mantine-Skeleton-root",
    states: {
      loading: () => <Example of={{ ...still, isPending: true, isFetching: true }} />,
      refreshing: () => <Example of={{ ...still, data: ["1"], isFetching: true }} />,
      outdated: () => <Example of={{ ...still, data: ["1"], error: refused }} />,
      away: () => (
        <AwayIsSaid value={true}>
          <Example of={{ ...still, data: ["1"], error: unreachable }} />
        </AwayIsSaid>
      ),
      empty: () => <Example of={{ ...still, data: [] }} />,
      failed: () => <Example of={{ ...still, error: refused }} />,
    },
  },
];
