import { loadWithTexts } from "../../core/i18n/i18n.ts";

export const favoritesRoute = {
  load: () => loadWithTexts(["favorites", "site", "ui"], () => import("./favorites.page.tsx")),
};
