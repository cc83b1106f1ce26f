import type { helpCalls } from "@offgrid/contract/help/help.calls";

import type { Handlers } from "../../calls/handler.ts";
import { ownPages } from "./own-pages.ts";
import { strapiQuestion } from "./strapi.ts";

const freshMs = 15 * 60_000;
const screenWaitMs = 2_500;

export const helpHandlers: Handlers<typeof helpCalls> = {
  helpGet: async ({ language }, { config, external }) => {
    const { strapiUrl, strapiToken } = config;
    const own = { pages: ownPages(language), source: "portal", fetchedAt: null } as const;
    if (strapiUrl === undefined) return { data: { ...own, problem: null } };
    const { value, fetchedAtMs, problem } = await external.ask(
      strapiQuestion({ strapiUrl, strapiToken }, language, freshMs),
      screenWaitMs,
    );
    if (!value || fetchedAtMs === undefined) return { data: { ...own, problem } };
    return { data: { pages: value, source: "strapi", fetchedAt: new Date(fetchedAtMs).toISOString(), problem } };
  },
};
