import { loadWithTexts } from "../../core/i18n/i18n.ts";

export const profileRoute = {
  load: () => loadWithTexts(["profile", "ui"], () => import("./profile.page.tsx")),
};
