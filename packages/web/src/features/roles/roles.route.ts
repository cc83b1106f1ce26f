import { loadWithTexts } from "../../core/i18n/i18n.ts";

/** Which role is open; absent: the first. */
export interface RolesSearch {
  role?: string;
}

export const rolesRoute = {
  load: () => loadWithTexts(["roles", "ui"], () => import("./roles.page.tsx")),
  search: (given: Record<string, unknown>): RolesSearch =>
    typeof given["role"] === "string" ? { role: given["role"].slice(0, 32) } : {},
};
