import { loadWithTexts } from "../../core/i18n/i18n.ts";

export interface LoginSearch {
  /** Where to go afterwards. */
  next?: string;
  /** The form for a new account in place of the sign-in, where the portal lets people make one. */
  create?: true;
}

const texts = ["session", "ui"];

export const sessionRoute = {
  load: () => loadWithTexts(texts, () => import("./login.page.tsx")),
  loadForgot: () => loadWithTexts(texts, () => import("./forgot.page.tsx")),
  loadReset: () => loadWithTexts(texts, () => import("./reset.page.tsx")),
  loadVerify: () => loadWithTexts(texts, () => import("./verify.page.tsx")),
  search: (search: Record<string, unknown>): LoginSearch => ({
    ...(typeof search["next"] === "string" ? { next: search["next"] } : {}),
    ...(search["create"] === true ? { create: true } : {}),
  }),
};
