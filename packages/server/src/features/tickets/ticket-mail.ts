import { defaultLocale, type LocaleCode } from "@offgrid/contract/core/constants";
import { ticketSlug } from "@offgrid/contract/tickets/ticket-types";

import { escapeHtml } from "../../mail/escape-html.ts";
import type { Mail } from "../../mail/mailer.ts";
import en from "./ticket-mails.en.json" with { type: "json" };
import fr from "./ticket-mails.fr.json" with { type: "json" };
import type { MailedMessage, MailedTicket } from "./ticket-mails.store.ts";

const texts: Record<LocaleCode, typeof en> = { en, fr };

export interface TicketNews {
  ticket: MailedTicket;
  messages: readonly MailedMessage[];
  /** There are more messages than these. */
  hasMore: boolean;
  isCreated: boolean;
  isClosed: boolean;
}

export interface MailedTo {
  email: string;
  firstName: string;
  language: LocaleCode;
  portalName: string;
  /** Address of the web app. */
  url: string;
  /** Where an answer goes; undefined: the ticket is answered in the portal only. */
  replyTo: string | undefined;
}

type Line = { text: string; isWritten?: boolean };

/** What others have written into a ticket and what became of it, as text and as HTML that says the same; nothing older is quoted. */
export function ticketMail(news: TicketNews, to: MailedTo, root: string): Mail {
  const { ticket } = news;
  const words = texts[to.language];
  const slug = ticketSlug(ticket.number);
  const page = (path: string) => `${to.url}${to.language === defaultLocale ? "" : `/${to.language}`}/${path}`;
  const link = { text: words.open, url: page(`tickets/${slug}`) };
  const isNewToHandler = news.isCreated && !ticket.isAuthor;
  const because = fill(isNewToHandler ? words.whyNew : words.why, { portal: to.portalName });
  const why = to.replyTo === undefined ? because : `${words.answer} ${because}`;
  const choice = { text: words.choose, url: page("users/profile") };
  const lines = linesOf(news, to, words);
  return {
    to: to.email,
    subject: fill(words.subject, { slug, subject: ticket.subject }),
    follows: root,
    ...(to.replyTo !== undefined && { replyTo: to.replyTo }),
    isAutomatic: true,
    text: [
      ...lines.map(({ text }) => text),
      `${link.text}:\n${link.url}`,
      "-- ",
      why,
      `${choice.text}:\n${choice.url}`,
    ].join("\n\n"),
    html: htmlOf(lines, { link, why, choice, language: to.language }),
  };
}

function linesOf(
  { ticket, messages, hasMore, isCreated, isClosed }: TicketNews,
  to: MailedTo,
  words: typeof en,
): Line[] {
  const nameOf = ({ by }: Pick<MailedMessage, "by">) => by ?? words.somebody;
  const [first] = messages;
  const { containerName: container } = ticket;
  const begin = ticket.isAuthor
    ? words.received
    : fill(container === null ? words.new : words.newAt, {
        by: nameOf(first ?? { by: null }),
        container: container ?? "",
      });
  const written = messages.flatMap((message): Line[] => [
    ...(isCreated && message === first ? [] : [{ text: fill(words.wrote, { by: nameOf(message) }) }]),
    ...(message.text === "" ? [] : [{ text: message.text, isWritten: true }]),
    ...(message.files === 0
      ? []
      : [{ text: fill(message.files === 1 ? words.files_one : words.files_other, { count: String(message.files) }) }]),
  ]);
  const { closeReason } = ticket;
  return [
    ...(to.firstName === "" ? [] : [{ text: fill(words.hello, { name: to.firstName }) }]),
    ...(isCreated ? [{ text: begin }] : []),
    ...written,
    ...(hasMore ? [{ text: words.more }] : []),
    ...(isClosed && closeReason ? [{ text: fill(words.closed, { reason: words.reasons[closeReason] }) }] : []),
  ];
}

/** Names and subjects are one line, so that they start neither a paragraph nor a header. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (values[name] ?? "").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "),
  );
}

interface Foot {
  link: { text: string; url: string };
  why: string;
  choice: { text: string; url: string };
  language: LocaleCode;
}

function htmlOf(lines: readonly Line[], { link, why, choice, language }: Foot): string {
  const written = "border-left:4px solid #ddd;margin:8px 0;padding:4px 12px;white-space:pre-wrap";
  const address = ({ text, url }: Foot["link"]) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  const html = [
    ...lines.map(({ text, isWritten }) =>
      isWritten ? `<div style="${written}">${escapeHtml(text)}</div>` : `<p>${escapeHtml(text)}</p>`,
    ),
    `<p>${address(link)}</p>`,
    `<p style="color:#666;font-size:12px">${escapeHtml(why)}<br>${address(choice)}</p>`,
  ].join("\n");
  return `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;max-width:560px">\n${html}\n</body></html>\n`;
}
