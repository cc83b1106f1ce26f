import { loadChunk } from "../../core/chunk.ts";

export const profileRoute = {
  texts: ["profile", "ui"],
  load: () => loadChunk(() => import("./profile.page.tsx")),
};
