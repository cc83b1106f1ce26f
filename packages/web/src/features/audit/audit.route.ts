import { loadWithTexts } from "../../core/i18n/i18n.ts";

/** Which lines are shown; absent: all, the newest page. */
export interface AuditSearch {
  search?: string;
  /** First and last day, such as 2026-11-20, in the zone of the browser. */
  from?: string;
  to?: string;
  /** Name of a call, or of what happened without one. */
  action?: string;
  /** Id of the person who did it. */
  person?: string;
  /** "ok", "refused", or the code of a refusal. */
  result?: string;
  /** From 2. */
  page?: number;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export const auditRoute = {
  load: () => loadWithTexts(["audit", "ui"], () => import("./audit.page.tsx")),
  search: (given: Record<string, unknown>): AuditSearch => {
    const text = (key: string, longest: number) => {
      const value = given[key];
      return (typeof value === "string" || typeof value === "number") && value !== ""
        ? { [key]: String(value).slice(0, longest) }
        : {};
    };
    const date = (key: string) => (day.test(String(given[key])) ? { [key]: String(given[key]) } : {});
    const page = given["page"];
    return {
      ...text("search", 128),
      ...date("from"),
      ...date("to"),
      ...text("action", 64),
      ...text("person", 64),
      ...text("result", 32),
      ...(typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {}),
    };
  },
};
