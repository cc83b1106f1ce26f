import { createHash } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { plainName } from "@offgrid/contract/core/one-line";
import { seenText } from "@offgrid/contract/core/shown-name";
import { ticketFileLimits } from "@offgrid/contract/tickets/ticket-files";
import type { MailInIgnored } from "@offgrid/contract/tickets/ticket-mail-in";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";
import { type Attachment, type Headers, type ParsedMail, simpleParser } from "mailparser";

import { cleanFile, type ReadFile, readTicketFile } from "../tickets/ticket-file-work.ts";
import { replyText } from "./reply-text.ts";

/** What a mail that came in says, as far as tickets need it. */
export interface ReadMail {
  /** In lower case; undefined: nobody, or several people. */
  from: string | undefined;
  /** SHA-256 of its Message-ID, or of its content where it has none. */
  hash: Buffer;
  /** Message-IDs of the mails that it answers. */
  answers: string[];
  /** Nobody wrote it, by what it says of itself. */
  ignored: Exclude<MailInIgnored, "mail_bounce"> | undefined;
  subject: string;
  /** What was written, without what is quoted. */
  text: string;
  files: (ReadFile & { name: string })[];
  /** Names of what went with it and is not taken. */
  refused: string[];
}

export interface MailToRead {
  raw: Uint8Array;
  /** Addresses that the portal writes from. */
  own: readonly string[];
}

/** A name of a file that is made of a message too long for a ticket. */
const wholeText = "mail.txt";
/** Pictures within the text are mostly signs of a company below this. */
const smallestPictureBytes = 15_000;
const mostAnswers = 50;
const longestHtml = 2_000_000;

/** What is done with a mail. It runs in a process of its own (`file-reader.ts`). */
export const mailWork = {
  /** @throws Refusal bad_input where it is no mail. */
  readMail: async ({ raw, own }: MailToRead): Promise<ReadMail> => {
    const mail = await parse(Buffer.from(raw));
    const whole = written(mail.text ?? "");
    const text = written(replyText(whole, own));
    const isLong = text.length > ticketLimits.longestMessage;
    const rest = isLong ? [{ name: wholeText, content: Buffer.from(text) }] : [];
    const attached = mail.attachments.filter((one) => !isSign(one)).map(named);
    const { files, refused } = taken([...rest, ...attached]);
    return {
      from: senderOf(mail),
      hash: hashOf(mail),
      answers: answersOf(mail),
      ignored: ignoredOf(mail, own),
      subject: seenText(plainName(mail.subject ?? "")).trim(),
      text,
      files,
      refused,
    };
  },
};

function parse(raw: Buffer): Promise<ParsedMail> {
  const limits = { maxHtmlLengthToParse: longestHtml, maxChildNodes: 200, maxHeadSize: 200_000 };
  const left = { skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true, checksumAlgo: false } as const;
  return simpleParser(raw, { ...limits, ...left, ignoreEmbedded: true }).catch((error: unknown) => {
    throw new Refusal("bad_input", { fields: { file: error instanceof Error ? error.message : "broken" } });
  });
}

/** As texts of messages are: no signs that turn the direction of writing, no invisible ones. */
function written(text: string): string {
  const lines = text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .split("\n")
    .map(plainName);
  return seenText(lines.join("\n"))
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function senderOf({ from }: ParsedMail): string | undefined {
  const [one, ...others] = from?.value ?? [];
  return others.length > 0 ? undefined : one?.address?.toLowerCase();
}

/** A mail without a Message-ID is known by what it says; lines that servers add on its way do not count. */
function hashOf(mail: ParsedMail): Buffer {
  const id = mail.messageId?.trim();
  const hash = createHash("sha256");
  if (id) return hash.update(`id ${id}`).digest();
  hash.update(JSON.stringify(["content", senderOf(mail), mail.headers.get("date"), mail.subject, mail.text]));
  for (const { filename, content } of mail.attachments) hash.update(`${filename} ${content.length} `).update(content);
  return hash.digest();
}

function answersOf({ inReplyTo, references = [] }: ParsedMail): string[] {
  const named = [inReplyTo ?? "", ...(typeof references === "string" ? [references] : references)].join(" ");
  return [...new Set(named.match(/<[^<>\s]{1,250}>/g))].slice(0, mostAnswers);
}

function textOf(headers: Headers, name: string): string | undefined {
  const value = headers.get(name);
  const [first] = Array.isArray(value) ? value : [value];
  if (typeof first === "string") return first.trim().toLowerCase();
  return first === undefined ? undefined : "there";
}

/** RFC 3834, and what programs said before it. */
function ignoredOf(mail: ParsedMail, own: readonly string[]): ReadMail["ignored"] {
  const { headers } = mail;
  const submitted = textOf(headers, "auto-submitted");
  const isReport = /^content-type:\s*multipart\/report/im.test(mail.headerLines.map(({ line }) => line).join("\n"));
  const from = senderOf(mail);
  const isOwn = from !== undefined && own.some((address) => address.toLowerCase() === from);
  const precedence = textOf(headers, "precedence");
  const isAnswerer = ["x-autoreply", "x-autorespond", "x-auto-reply"].some((name) => headers.has(name));
  const isAutomatic = (submitted !== undefined && !/^no\b/.test(submitted)) || precedence === "auto_reply";
  if (isAutomatic || isReport || isOwn || isAnswerer) return "mail_automatic";
  const isList = headers.has("list") || ["bulk", "list", "junk"].includes(precedence ?? "");
  return isList ? "mail_list" : undefined;
}

const isSign = ({ related, contentType, size }: Attachment) =>
  related === true && contentType.startsWith("image/") && size < smallestPictureBytes;

const named = ({ filename, content }: Attachment) => ({
  name:
    seenText(plainName(filename ?? ""))
      .trim()
      .slice(-ticketFileLimits.longestName) || "file",
  content,
});

/** The first ones that may go with a message; of all others the names. */
function taken(given: readonly { name: string; content: Buffer }[]): Pick<ReadMail, "files" | "refused"> {
  const files: ReadMail["files"] = [];
  const refused: string[] = [];
  for (const { name, content } of given) {
    const file = files.length < ticketFileLimits.perMessage ? fileOf(name, content) : undefined;
    if (file) files.push({ name, ...file });
    else refused.push(name);
  }
  return { files, refused };
}

function fileOf(name: string, content: Buffer): ReadFile | undefined {
  try {
    return readTicketFile(cleanFile(content, name), name);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
