import type { LocaleCode } from "@offgrid/contract/core/constants";

import type { Mail, MailFile } from "../../mail/mailer.ts";
import { escapeHtml } from "../../mail/mails.ts";
import type { ReportContent, ReportTable } from "./report-content.ts";
import { fill, wordsIn } from "./report-words.ts";

export interface MailedTo {
  email: string;
  firstName: string;
  language: LocaleCode;
  portalName: string;
  /** Why they get it, one sentence. */
  why: string;
  /** Where they stop it, as a page and for mail programs, which ask it without one; undefined: a test. */
  stop?: { label: string; link: string; byProgram: string };
}

/** A report as a mail: text, and HTML that says the same. */
export function reportMail(content: ReportContent, files: MailFile[], to: MailedTo): Mail {
  const { mail } = wordsIn(to.language);
  const hello = to.firstName === "" ? [] : [fill(mail.hello, { name: to.firstName })];
  return {
    to: to.email,
    subject: content.days === "" ? content.name : fill(mail.subject, { name: content.name, days: content.days }),
    text: textOf(content, hello, to),
    html: htmlOf(content, hello, to),
    ...(files.length > 0 && { files }),
    ...(to.stop && { unsubscribe: to.stop.byProgram }),
  };
}

function textOf(
  { name, days, about, figures, tables, notes, query, link }: ReportContent,
  hello: string[],
  to: MailedTo,
) {
  const { mail } = wordsIn(to.language);
  const table = ({ title, heads, rows }: ReportTable) =>
    [title, heads.join(" | "), ...rows.map((row) => row.join(" | "))].join("\n");
  return [
    ...hello,
    [name, ...(days === "" ? [] : [days]), ...about].join("\n"),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    ...(figures.length > 0 ? [figures.map((one) => fill(mail.figure, { ...one })).join("\n")] : []),
    ...tables.map(table),
    query,
    fill(mail.labelled, { label: mail.open, link }),
    "-- ",
    to.why,
    ...(to.stop ? [fill(mail.labelled, { label: to.stop.label, link: to.stop.link })] : []),
  ].join("\n\n");
}

const cell = "padding:4px 8px;border-bottom:1px solid #ddd;text-align:left;vertical-align:top";
const number = `${cell};text-align:right;white-space:nowrap`;
/** Words of a name stay beside each other where the columns are many. */
const first = `${cell};min-width:9em`;
const small = "color:#666;font-size:12px";

function htmlOf(
  { name, days, about, figures, tables, notes, query, link }: ReportContent,
  hello: string[],
  to: MailedTo,
) {
  const { mail } = wordsIn(to.language);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const figure = ({ label, value, note }: ReportContent["figures"][number]) =>
    `<tr><td style="${cell}">${escapeHtml(label)}</td><td style="${number}"><b>${escapeHtml(value)}</b></td><td style="${cell};color:#666">${escapeHtml(note)}</td></tr>`;
  const parts = [
    ...hello.map(paragraph),
    `<h1 style="font-size:20px;margin:16px 0 4px">${escapeHtml(name)}</h1>`,
    `<p style="margin:0;color:#444">${[days, ...about].filter(Boolean).map(escapeHtml).join("<br>")}</p>`,
    ...notes.map((note) => `<p><b>${escapeHtml(note)}</b></p>`),
    ...(figures.length > 0
      ? [`<table style="border-collapse:collapse;margin:16px 0">${figures.map(figure).join("")}</table>`]
      : []),
    ...tables.map(tableHtml),
    `<p style="${small}">${escapeHtml(query)}</p>`,
    `<p><a href="${escapeHtml(link)}">${escapeHtml(mail.open)}</a></p>`,
    `<p style="${small}">${escapeHtml(to.why)}${
      to.stop ? `<br><a href="${escapeHtml(to.stop.link)}">${escapeHtml(to.stop.label)}</a>` : ""
    }</p>`,
  ].join("\n");
  return `<!doctype html>\n<html lang="${to.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><body style="font-family:sans-serif;max-width:720px">\n${parts}\n</body></html>\n`;
}

/** Wider than a phone, a table moves sideways by itself, and the mail stays as wide as the phone. */
function tableHtml({ title, heads, rows }: ReportTable): string {
  const styleOf = (index: number) => (index === 0 ? first : number);
  const head = heads.map((text, index) => `<th style="${styleOf(index)}">${escapeHtml(text)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${row.map((text, index) => `<td style="${styleOf(index)}">${escapeHtml(text)}</td>`).join("")}</tr>`,
  );
  return `<h2 style="font-size:16px;margin:20px 0 4px">${escapeHtml(title)}</h2>\n<div style="overflow-x:auto"><table style="border-collapse:collapse"><tr>${head}</tr>${body.join("")}</table></div>`;
}
