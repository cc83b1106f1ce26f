import { loadWithTexts } from "../../core/i18n/i18n.ts";

/** What is looked for in all pages; absent: one page is read. */
export interface HelpSearch {
  search?: string;
}

export const helpRoute = {
  load: () => loadWithTexts(["help", "ui"], () => import("./help.page.tsx")),
  search: (given: Record<string, unknown>): HelpSearch => {
    const text = given["search"];
    return typeof text === "string" && text !== "" ? { search: text.slice(0, 128) } : {};
  },
};
