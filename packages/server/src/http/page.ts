import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { defaultLocale, locales } from "@offgrid/contract/core/constants";

import { escapeHtml } from "../mail/escape-html.ts";
import type { Config } from "../config/config.ts";
import { type Changeable, logoPath } from "../config/live-config.ts";
import { offlinePath } from "./web-policy.ts";

/** Serves the page of the web app, each time with a fresh nonce and the configuration in it. */
export interface Page {
  /**
   * @param path Of the address, without what follows "?"; the offline path has the page that browsers keep, which says so
   * to the program.
   * @returns undefined while the web app is not built.
   */
  render(path: string): Promise<{ html: string; nonce: string } | undefined>;
}

/** Read anew for each page: people change some of it while the portal runs. */
type PageConfig = Config & Partial<Changeable>;

/** @param webFolder Folder of the built web app. */
export function openPage(webFolder: string, config: PageConfig): Page {
  const file = join(webFolder, "index.html");
  const { apiBase, demo } = config;
  const marksOf = (given: object): Record<string, string> => {
    const { portalName, supportEmail, manualUrls, language, units, logo } = config;
    const { file: _, ...map } = config.map;
    const shown = {
      apiBase,
      portalName,
      demo,
      supportEmail,
      manualUrls,
      language,
      units,
      logo: logoPath(logo),
      map,
      ...given,
    };
    return {
      __OFFGRID_CONFIG__: escapeHtml(JSON.stringify(shown)),
      __PORTAL_NAME__: escapeHtml(portalName),
    };
  };
  let known: { html: string; changedMs: number } | undefined;
  return {
    render: async (path) => {
      const changedMs = await stat(file).then(
        (found) => found.mtimeMs,
        () => undefined,
      );
      if (changedMs === undefined) return undefined;
      if (known?.changedMs !== changedMs) known = { html: await readFile(file, "utf8"), changedMs };
      // The page that browsers keep is compared with the one before, to see whether the portal has a new version.
      const nonce = path === offlinePath ? "" : randomBytes(18).toString("base64");
      const marks = marksOf(path === offlinePath ? { offline: true } : {});
      const html = known.html.replaceAll(
        /__(?:CSP_NONCE|OFFGRID_CONFIG|PORTAL_NAME)__/g,
        (mark) => marks[mark] ?? nonce,
      );
      return { html: withoutUnneeded(html, path), nonce };
    },
  };
}

/** Links to parts of the program that are fetched ahead of it, each with the name of what needs it. */
const aheadLink = /[ \t]*<link\b[^>]*\bdata-ahead="([^"]*)"[^>]*>\n?/g;
/** Addresses for people who are not signed in, who need no more than the program itself. */
const blankPaths =
  /^\/(?:login(?:\/provider)?|forgot-pass|reset-pass|users\/verify|under-construction|shared-chart|reports\/stop)\/?$/;

/** The page without the links that an address does not need; the page that browsers keep has all of them. */
function withoutUnneeded(html: string, path: string): string {
  if (path === offlinePath) return html;
  const locale = locales.find(({ code }) => code === path.split("/")[1])?.code ?? defaultLocale;
  const route = path.replace(new RegExp(`^/${locale}(?=/|$)`), "") || "/";
  const needed = blankPaths.test(route) ? [] : ["frame", locale, ...(route === "/" ? ["dashboard"] : [])];
  return html.replaceAll(aheadLink, (link, name: string) => (needed.includes(name) ? link : ""));
}
