import { loadChunk } from "../../core/chunk.ts";

export const sessionRoute = {
  texts: ["session"],
  load: () => loadChunk(() => import("./login.page.tsx")),
  /** Where to go afterwards. */
  search: (search: Record<string, unknown>): { next?: string } =>
    typeof search["next"] === "string" ? { next: search["next"] } : {},
};
