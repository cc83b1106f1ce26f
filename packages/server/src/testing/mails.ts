import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { vi } from "vitest";

/** A mail as its recipient sees it. */
export interface ReadMail {
  to: string;
  subject: string;
  from: string;
  messageId: string;
  text: string;
  html: string;
  /** The first address in the text, with its token separately. */
  link: string;
  token: string;
  /** Permissions of its file; 0 when it arrived another way. */
  mode: number;
  /** What goes with it, by name. */
  files: ReadonlyMap<string, Buffer>;
  /** Where a mail program unsubscribes, and that it does so by one request. */
  unsubscribe: { address: string; isOneClick: boolean } | undefined;
}

/** Reads the mails in the outbox folder of a portal, each once. */
export function mailReader(dataDir: () => Promise<string>): (email: string) => Promise<ReadMail> {
  const seen = new Set<string>();
  /** The next mail to an address, once it is there. */
  return (email) =>
    vi.waitFor(
      async () => {
        const folder = join(await dataDir(), "outbox");
        const names = (await readdir(folder)).filter((name) => name.endsWith(".eml") && !seen.has(name));
        for (const name of names) {
          const file = join(folder, name);
          const { mode } = await stat(file);
          const mail = { ...readMail(await readFile(file, "utf8")), mode: mode & 0o777 };
          if (mail.to !== email) continue;
          seen.add(name);
          return mail;
        }
        throw new Error(`there is no new mail to ${email}`);
      },
      { timeout: 30_000, interval: 20 },
    );
}

/** Parses a message: text and HTML with their transfer encodings undone. */
export function readMail(source: string): ReadMail {
  const [head, body] = splitHead(source.replaceAll("\r\n", "\n"));
  const parts = partsOf(head, body);
  const part = (type: string) => {
    const found = parts.find(([headers]) => headers["content-type"]?.startsWith(type));
    return found ? decode(found[1], found[0]["content-transfer-encoding"]) : "";
  };
  const text = part("text/plain");
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? "";
  return {
    to: head["to"] ?? "",
    from: head["from"] ?? "",
    subject: decodeWords(head["subject"] ?? ""),
    messageId: head["message-id"] ?? "",
    text,
    html: part("text/html"),
    link,
    token: /token=([\w-]+)/.exec(link)?.[1] ?? "",
    mode: 0,
    files: new Map(
      parts.flatMap(([headers, content]) => {
        const name = /^attachment;.*filename="?([^";]+)/.exec(headers["content-disposition"] ?? "")?.[1];
        return name === undefined ? [] : [[name, Buffer.from(content, "base64")] as const];
      }),
    ),
    unsubscribe: unsubscribeOf(head),
  };
}

type Part = [head: Record<string, string>, body: string];

/** The parts of a message, also of those within others. */
function partsOf(head: Record<string, string>, body: string): Part[] {
  const type = head["content-type"] ?? "";
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) return [[head, body]];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(...splitHead(part.replace(/^\n/, ""))));
}

function unsubscribeOf(head: Record<string, string>): ReadMail["unsubscribe"] {
  const address = /<([^>]+)>/.exec(head["list-unsubscribe"] ?? "")?.[1];
  const isOneClick = head["list-unsubscribe-post"] === "List-Unsubscribe=One-Click";
  return address === undefined ? undefined : { address, isOneClick };
}

function splitHead(source: string): [head: Record<string, string>, body: string] {
  const end = source.indexOf("\n\n");
  const lines = source
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n");
  const head = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return [Object.fromEntries(head), source.slice(end + 2)];
}

function decode(text: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString("utf8");
  return encoding === "quoted-printable" ? quotedPrintable(text.replaceAll("=\n", "")) : text;
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Headers beyond ASCII (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, value: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(value, "base64").toString("utf8")
        : quotedPrintable(value.replaceAll("_", " ")),
    );
}
