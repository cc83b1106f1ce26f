import { loadChunk } from "../../core/chunk.ts";

/** Which role is open; absent: the first. */
export interface RolesSearch {
  role?: string;
}

export const rolesRoute = {
  texts: ["roles", "ui"],
  load: () => loadChunk(() => import("./roles.page.tsx")),
  search: (given: Record<string, unknown>): RolesSearch =>
    typeof given["role"] === "string" ? { role: given["role"].slice(0, 32) } : {},
};
