import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { ReportLetter } from "@offgrid/contract/reports/reports.schema";

import { escapeHtml } from "../../mail/escape-html.ts";
import type { Mail, MailFile } from "../../mail/mailer.ts";
import { mailButton } from "../../mail/mails.ts";
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
  const letter = letterOf(content, to);
  return {
    to: to.email,
    subject: letter.subject,
    text: textOf(letter, to),
    html: htmlOf(letter, to),
    ...(files.length > 0 && { files }),
    ...(to.stop && { unsubscribe: to.stop.byProgram }),
  };
}

/** What the mail says, however it is shown. */
export function letterOf(
  { name, days, about, notes, figures, tables, query, link }: ReportContent,
  { firstName, language, why, stop }: Pick<MailedTo, "firstName" | "language" | "why"> & { stop?: { label: string } },
): ReportLetter {
  const { mail } = wordsIn(language);
  return {
    subject: days === "" ? name : fill(mail.subject, { name, days }),
    hello: firstName === "" ? null : fill(mail.hello, { name: firstName }),
    ...{ name, days, about: [...about], notes: [...notes], figures: [...figures] },
    tables: tables.map(({ title, heads, rows }) => ({ title, heads: [...heads], rows: rows.map((row) => [...row]) })),
    ...{ query, open: { label: mail.open, link }, why, stop: stop?.label ?? null },
  };
}

function textOf(letter: ReportLetter, { language, stop }: MailedTo) {
  const { hello, name, days, about, figures, tables, notes, query, open, why } = letter;
  const { mail } = wordsIn(language);
  const table = ({ title, heads, rows }: ReportTable) =>
    [title, heads.join(" | "), ...rows.map((row) => row.join(" | "))].join("\n");
  return [
    ...(hello === null ? [] : [hello]),
    [name, ...(days === "" ? [] : [days]), ...about].join("\n"),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
    ...(figures.length > 0 ? [figures.map((one) => fill(mail.figure, { ...one })).join("\n")] : []),
    ...tables.map(table),
    ...(query === "" ? [] : [query]),
    fill(mail.labelled, open),
    "-- ",
    why,
    ...(stop ? [fill(mail.labelled, { label: stop.label, link: stop.link })] : []),
  ].join("\n\n");
}

const cell = "padding:4px 8px;border-bottom:1px solid #ddd;text-align:left;vertical-align:top";
const number = `${cell};text-align:right;white-space:nowrap`;
/** Words of a name stay beside each other where the columns are many. */
const first = `${cell};min-width:9em`;
/** Words of a head stand below each other, so that a column is no wider than its figures. */
const head = `${cell};vertical-align:bottom`;
const small = "color:#666;font-size:12px";

function htmlOf(letter: ReportLetter, { language, stop }: MailedTo) {
  const { hello, name, days, about, figures, tables, notes, query, open, why } = letter;
  const below = [days, ...about].filter(Boolean);
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const figure = ({ label, value, note }: ReportContent["figures"][number]) =>
    `<tr><td style="${cell}">${escapeHtml(label)}<br><span style="${small}">${escapeHtml(note)}</span></td><td style="${number}"><b>${escapeHtml(value)}</b></td></tr>`;
  const parts = [
    ...(hello === null ? [] : [paragraph(hello)]),
    `<h1 style="font-size:20px;margin:16px 0 4px">${escapeHtml(name)}</h1>`,
    ...(below.length > 0 ? [`<p style="margin:0;color:#444">${below.map(escapeHtml).join("<br>")}</p>`] : []),
    ...notes.map((note) => `<p><b>${escapeHtml(note)}</b></p>`),
    ...(figures.length > 0
      ? [`<table style="border-collapse:collapse;margin:16px 0">${figures.map(figure).join("")}</table>`]
      : []),
    ...tables.map(tableHtml),
    ...(query === "" ? [] : [`<p style="${small}">${escapeHtml(query)}</p>`]),
    `<p><a href="${escapeHtml(open.link)}" style="${mailButton}">${escapeHtml(open.label)}</a></p>`,
    `<p style="${small}">${escapeHtml(why)}${
      stop ? `<br><a href="${escapeHtml(stop.link)}">${escapeHtml(stop.label)}</a>` : ""
    }</p>`,
  ].join("\n");
  return `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><body style="color:#222;font-family:sans-serif;font-size:15px;max-width:720px">\n${parts}\n</body></html>\n`;
}

/** Wider than a phone, a table moves sideways by itself, and the mail stays as wide as the phone. */
function tableHtml({ title, heads, rows }: ReportTable): string {
  const styleOf = (index: number) => (index === 0 ? first : number);
  const headOf = (index: number) => (index === 0 ? head : `${head};text-align:right`);
  const top = heads.map((text, index) => `<th style="${headOf(index)}">${escapeHtml(text)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${row.map((text, index) => `<td style="${styleOf(index)}">${escapeHtml(text)}</td>`).join("")}</tr>`,
  );
  return `<h2 style="font-size:16px;margin:20px 0 4px">${escapeHtml(title)}</h2>\n<div style="overflow-x:auto"><table style="border-collapse:collapse"><tr>${top}</tr>${body.join("")}</table></div>`;
}
