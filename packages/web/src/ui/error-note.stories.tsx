import { ApiError } from "../core/api/api-error.ts";
import type { Story } from "../testing/story.tsx";
import { ErrorNote } from "./error-note.tsx";

const away = new ApiError({ code: "unreachable", status: 0, message: "" });
const refused = new ApiError({ code: "too_many", status: 429, message: "", requestId: "req-4k2v9", retryAfterS: 30 });

export const stories: readonly Story[] = [
  {
    name: "error-note",
    states: {
      refused: () => <ErrorNote error={refused} onRetry={() => {}} />,
      "without network": () => <ErrorNote error={away} onRetry={() => {}} />,
      unexpected: () => <ErrorNote error={new Error("unexpected")} onRetry={() => {}} />,
    },
  },
];
