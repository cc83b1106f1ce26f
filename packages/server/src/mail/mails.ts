import type { LocaleCode } from "@offgrid/contract/core/constants";

import { escapeHtml } from "./escape-html.ts";
import type { Config } from "../config/config.ts";
import type { Mail } from "./mailer.ts";
import en from "./mails.en.json" with { type: "json" };
import fr from "./mails.fr.json" with { type: "json" };

/** What a mail is about; a link is absolute and was built from PUBLIC_URL. */
export type Letter =
  | { kind: "invite"; link: string; by: string }
  | { kind: "verify"; link: string; email: string }
  | { kind: "consent"; link: string; email: string; by: string }
  | { kind: "reset"; link: string }
  | { kind: "reset_password" | "reset_both"; link: string; by: string; at: string }
  | { kind: "reset_factor" | "deleted"; by: string; at: string }
  | { kind: "test" }
  | { kind: "changed"; email: string }
  | { kind: "taken"; email: string };

export interface Recipient {
  email: string;
  firstName: string;
  language: LocaleCode;
}

const texts: Record<LocaleCode, typeof en> = { en, fr };

/** How the link of a mail looks that it is about. */
export const mailButton =
  "background:#2b8a3e;border-radius:6px;color:#fff;display:inline-block;padding:10px 18px;text-decoration:none";

/** The mail in the recipient's language, as text and as equivalent HTML. Names stay text. */
export function compose(letter: Letter, to: Recipient, config: Pick<Config, "portalName" | "supportEmail">): Mail {
  const words = texts[to.language];
  const values: Record<string, string> = {
    ...letter,
    name: to.firstName,
    portal: config.portalName,
    support: config.supportEmail,
  };
  // A name must start neither a paragraph nor, in the subject, a header.
  const value = (key: string) => (values[key] ?? "").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, key: string) => value(key));
  const hello = to.firstName === "" ? "" : fill(words.hello);
  const { subject, body } = words[letter.kind];
  const link = "link" in letter ? { url: letter.link, action: words[letter.kind].action } : undefined;
  const paragraphs = [hello, fill(body)].filter((line) => line !== "");
  const html = [
    ...paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link
      ? [
          `<p><a href="${escapeHtml(link.url)}" style="${mailButton}">${escapeHtml(link.action)}</a></p>`,
          `<p style="color:#666">${escapeHtml(words.plain_link)}<br>${escapeHtml(link.url)}</p>`,
        ]
      : []),
    `<p style="color:#666;font-size:12px">${escapeHtml(fill(words.foot))}</p>`,
  ].join("\n");
  return {
    to: to.email,
    subject: fill(subject),
    text: [...paragraphs, ...(link ? [`${link.action}:\n${link.url}`] : []), "-- ", fill(words.foot)].join("\n\n"),
    html: `<!doctype html>\n<html lang="${to.language}"><meta charset="utf-8"><body style="font-family:sans-serif;max-width:560px">\n${html}\n</body></html>\n`,
  };
}
