import { loadChunk } from "../../core/chunk.ts";

export interface LoginSearch {
  /** Where to go afterwards. */
  next?: string;
  /** The form for a new account in place of the sign-in, where the portal lets people make one. */
  create?: true;
}

export const sessionRoute = {
  texts: ["session", "ui"],
  load: () => loadChunk(() => import("./login.page.tsx")),
  loadForgot: () => loadChunk(() => import("./forgot.page.tsx")),
  loadReset: () => loadChunk(() => import("./reset.page.tsx")),
  loadVerify: () => loadChunk(() => import("./verify.page.tsx")),
  search: (search: Record<string, unknown>): LoginSearch => ({
    ...(typeof search["next"] === "string" ? { next: search["next"] } : {}),
    ...(search["create"] === true ? { create: true } : {}),
  }),
};
