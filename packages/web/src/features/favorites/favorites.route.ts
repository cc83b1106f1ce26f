import { loadChunk } from "../../core/chunk.ts";

export const favoritesRoute = {
  texts: ["favorites", "site", "ui"],
  load: () => loadChunk(() => import("./favorites.page.tsx")),
};
