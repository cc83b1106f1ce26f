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

const cell = "padding:6px 8px 6px 0;border-bottom:1px solid #ddd;text-align:left;vertical-align:top";
const number = `${cell};padding:6px 0 6px 8px;text-align:right;white-space:nowrap`;
/** Words of a name stay beside each other where the columns are many. */
const first = `${cell};min-width:9em`;
/** Words of a head stand below each other, so that a column is no wider than its figures. */
const head = "padding:6px 8px 6px 0;border-bottom:2px solid #bbb;text-align:left;vertical-align:bottom;font-size:13px";
const headOfNumber = `${head};padding:6px 0 6px 8px;text-align:right`;
const small = "color:#666;font-size:13px;line-height:1.4";
const hidden = "display:none;mso-hide:all";

/** From so many columns on, a phone has no room for them. */
const manyColumns = 4;
/** On a phone the cells of such a row stand below its name, three beside each other, each under what it is of. */
const onPhones = `@media (max-width:600px){
.rows tr{border-bottom:1px solid #ddd;display:block;padding:8px 0}
.rows .heads{display:none}
.rows td{border:0!important;box-sizing:border-box;display:inline-block;padding:2px 8px 2px 0!important;text-align:left!important;vertical-align:top;width:32.5%}
.rows .name{font-weight:bold;width:100%}
.rows .label{display:block!important}
}`;

function htmlOf(letter: ReportLetter, { language, stop }: MailedTo) {
  const { hello, name, days, about, figures, tables, notes, query, open, why } = letter;
  const below = [days, ...about].filter(Boolean);
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const figure = ({ label, value, note }: ReportContent["figures"][number]) =>
    `<tr><td style="${cell}">${escapeHtml(label)}<br><span style="${small}">${escapeHtml(note)}</span></td><td style="${number}"><b>${escapeHtml(value)}</b></td></tr>`;
  const parts = [
    ...(hello === null ? [] : [paragraph(hello)]),
    `<h1 style="font-size:22px;line-height:1.25;margin:0 0 4px">${escapeHtml(name)}</h1>`,
    ...(below.length > 0 ? [`<p style="margin:0;color:#444">${below.map(escapeHtml).join("<br>")}</p>`] : []),
    ...notes.map((note) => `<p style="margin:12px 0 0"><b>${escapeHtml(note)}</b></p>`),
    ...(figures.length > 0
      ? [`<table style="border-collapse:collapse;margin:16px 0 0;width:100%">${figures.map(figure).join("")}</table>`]
      : []),
    ...tables.map(tableHtml),
    `<p style="margin:24px 0"><a href="${escapeHtml(open.link)}" style="${mailButton}">${escapeHtml(open.label)}</a></p>`,
    `<div style="border-top:1px solid #ddd;padding-top:12px">`,
    ...(query === "" ? [] : [`<p style="${small};margin:0 0 8px">${escapeHtml(query)}</p>`]),
    `<p style="${small};margin:0">${escapeHtml(why)}${
      stop ? `<br><a href="${escapeHtml(stop.link)}">${escapeHtml(stop.label)}</a>` : ""
    }</p>`,
    `</div>`,
  ].join("\n");
  return `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${onPhones}</style></head><body style="margin:0;color:#222;font-family:sans-serif;font-size:15px;line-height:1.4">\n<div style="margin:0 auto;max-width:680px;padding:20px 16px">\n${parts}\n</div>\n</body></html>\n`;
}

/** Where a mail program does not know phones, a table moves sideways by itself, and the mail stays as wide as the screen. */
function tableHtml({ title, heads, rows }: ReportTable): string {
  const top = heads.map((text, index) => `<th style="${index === 0 ? head : headOfNumber}">${escapeHtml(text)}</th>`);
  const cellOf = (text: string, index: number) =>
    index === 0
      ? `<td class="name" style="${first}">${escapeHtml(text)}</td>`
      : `<td style="${number}"><span class="label" style="${small};${hidden}">${escapeHtml(heads[index] ?? "")}</span>${escapeHtml(text)}</td>`;
  const body = rows.map((row) => `<tr>${row.map(cellOf).join("")}</tr>`);
  const look = heads.length < manyColumns ? "" : ' class="rows"';
  return `<h2 style="font-size:17px;margin:28px 0 4px">${escapeHtml(title)}</h2>\n<div style="overflow-x:auto"><table${look} style="border-collapse:collapse;font-size:14px;width:100%"><tr class="heads">${top.join("")}</tr>${body.join("")}</table></div>`;
}
