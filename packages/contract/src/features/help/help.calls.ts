import { z } from "zod";

import type { CallMap } from "../../core/call.ts";
import { ServiceProblem } from "../weather/weather.schema.ts";

export const helpCalls = {
  helpGet: {
    summary: "The pages of the user manual in a language, as Markdown.",
    access: "signed-in",
    effect: "read",
    perMinute: 60,
    input: z.strictObject({ language: z.enum(["en", "fr"]) }),
    output: z.object({
      data: z.object({
        /** In reading order. Second-level headings are the sections of a page. */
        pages: z.array(z.object({ slug: z.string(), title: z.string(), markdown: z.string() })).min(1),
        /** "portal": the project's own manual, also used where the content server has nothing. */
        source: z.enum(["portal", "strapi"]),
        /** Of the text from the content server; null: the text comes with the portal. */
        fetchedAt: z.iso.datetime().nullable(),
        problem: ServiceProblem.nullable(),
      }),
    }),
  },
} satisfies CallMap;
