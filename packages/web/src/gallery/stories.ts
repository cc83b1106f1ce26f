import type { Story } from "../testing/story.tsx";

const files = import.meta.glob<readonly Story[]>("../**/*.stories.tsx", { eager: true, import: "stories" });

/** The stories of every shared part, ordered by their files: chart, domain, ui. */
export const allStories: readonly Story[] = Object.entries(files)
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .flatMap(([, stories]) => stories);
