import { Suspense, lazy } from "react";

import { loadChunk } from "../../core/chunk.ts";

// The pages of errors are part of what every visitor loads; the fields of a form need not be.
const LostSearch = lazy(() =>
  loadChunk(() => import("./lost-search.tsx")).then((part) => ({ default: part.LostSearch })),
);

/**
 * A search and the places of the menu, for people who cannot stay where they are.
 * @param words What the search begins with.
 */
export function WaysOn({ words = "" }: { words?: string }) {
  return (
    // Room for the field and the links below it, so that nothing moves when they come.
    <Suspense fallback={<div style={{ minHeight: 92 }} />}>
      <LostSearch key={words} words={words} />
    </Suspense>
  );
}
