import { readFileSync, readdirSync } from "node:fs";

import type { LocaleCode } from "@offgrid/contract/core/constants";

/** A page of the manual: Markdown below its title. */
export interface HelpPage {
  slug: string;
  title: string;
  markdown: string;
}

const folder = new URL("content/", import.meta.url);
const pages = new Map<LocaleCode, HelpPage[]>();

/** The manual of the project: files such as content/en/10-getting-started.md, whose first line is the title. */
export function ownPages(language: LocaleCode): HelpPage[] {
  let found = pages.get(language);
  if (!found) pages.set(language, (found = readPages(language)));
  return found;
}

function readPages(language: LocaleCode): HelpPage[] {
  const own = new URL(`${language}/`, folder);
  return readdirSync(own)
    .filter((name) => /^\d\d-[a-z-]+\.md$/.test(name))
    .sort()
    .map((name) => {
      const [first = "", ...rest] = readFileSync(new URL(name, own), "utf8").split("\n");
      return { slug: name.slice(3, -3), title: first.replace(/^# /, ""), markdown: rest.join("\n").trim() };
    });
}
