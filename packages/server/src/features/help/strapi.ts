import type { LocaleCode } from "@offgrid/contract/core/constants";
import { z } from "zod";

import type { ExternalQuestion } from "../../external/external-services.ts";
import type { HelpPage } from "./own-pages.ts";

/**
 * The manual from a Strapi server: a collection type `manual-pages` with `slug`, `title`, `body` (Markdown) and
 * `order`, in locales en and fr (https://docs.strapi.io/cms/api/rest).
 */
export function strapiQuestion(
  { strapiUrl, strapiToken }: { strapiUrl: string; strapiToken: string | undefined },
  language: LocaleCode,
  freshMs: number,
): ExternalQuestion<HelpPage[]> {
  const query = new URLSearchParams({ locale: language, sort: "order", "pagination[pageSize]": "100" });
  return {
    service: "strapi",
    key: `strapi 1 ${language}`,
    url: `${strapiUrl}/api/manual-pages?${query.toString()}`,
    ...(strapiToken !== undefined && { headers: { authorization: `Bearer ${strapiToken}` } }),
    freshMs,
    read: readStrapi,
  };
}

const Page = z.object({
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  title: z.string().trim().min(1).max(200),
  body: z.string().min(1).max(200_000),
});
/** Version 5 has the fields in the entry, version 4 under `attributes`. */
const Answer = z.object({ data: z.array(z.union([Page, z.object({ attributes: Page })])).min(1) });

/** @throws if the answer is not of this form, or has no pages. */
export function readStrapi(answer: unknown): HelpPage[] {
  return Answer.parse(answer).data.map((entry) => {
    const { slug, title, body } = "attributes" in entry ? entry.attributes : entry;
    return { slug, title, markdown: body };
  });
}
