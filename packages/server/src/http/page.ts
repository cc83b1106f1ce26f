import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "../config/config.ts";

/** Serves the page of the web app, each time with a fresh nonce and the configuration in it. */
export interface Page {
  /**
   * @param kind "offline": the page that browsers keep; it says so to the program.
   * @returns undefined while the web app is not built.
   */
  render(kind?: "offline"): Promise<{ html: string; nonce: string } | undefined>;
}

/** @param webFolder Folder of the built web app. */
export function openPage(webFolder: string, config: Config): Page {
  const file = join(webFolder, "index.html");
  const { apiBase, portalName, demo, supportEmail } = config;
  const { file: _, ...map } = config.map;
  const fixed = (given: object): Record<string, string> => ({
    __OFFGRID_CONFIG__: escapeHtml(JSON.stringify({ apiBase, portalName, demo, supportEmail, map, ...given })),
    __PORTAL_NAME__: escapeHtml(portalName),
  });
  const marks = { online: fixed({}), offline: fixed({ offline: true }) };
  let known: { html: string; changedMs: number } | undefined;
  return {
    render: async (kind) => {
      const changedMs = await stat(file).then(
        (found) => found.mtimeMs,
        () => undefined,
      );
      if (changedMs === undefined) return undefined;
      if (known?.changedMs !== changedMs) known = { html: await readFile(file, "utf8"), changedMs };
      const nonce = randomBytes(18).toString("base64");
      const html = known.html.replaceAll(
        /__(?:CSP_NONCE|OFFGRID_CONFIG|PORTAL_NAME)__/g,
        (mark) => marks[kind ?? "online"][mark] ?? nonce,
      );
      return { html, nonce };
    },
  };
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
