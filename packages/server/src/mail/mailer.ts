import { createHash } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";

import { createTransport } from "nodemailer";

import { partsOf, type Sending, webAddressOf } from "../config/config.sending.ts";
import type { Config } from "../config/config.ts";
import type { Changeable } from "../config/live-config.ts";
import { openOutgoing } from "../external/outgoing.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where answers go; left out: to the sender of all mails. */
  replyTo?: string;
  /** Key of the mail that it follows: both are shown as one conversation. */
  follows?: string;
  files?: readonly MailFile[];
  /** Where a mail program ends such mails by one request, without a page (RFC 8058). */
  unsubscribe?: string;
  /** Says so, so that answers of absence and other portals do not answer it (RFC 3834). */
  isAutomatic?: boolean;
}

export interface MailFile {
  name: string;
  contentType: string;
  /** As text, since a mail waits as text. */
  base64: string;
}

/** Delivers mails: to a server, or as files. */
export interface Mailer {
  /**
   * @param key Of the mail: a second delivery of the same one carries the same Message-ID.
   * @param expiresAt When it becomes useless; a file is removed then.
   * @throws Error when it was not accepted.
   */
  send(mail: Mail, key: string, expiresAt: Date): Promise<void>;
  /** Removes files that are no longer of use. */
  sweep(nowMs: number): Promise<void>;
  close(): void;
}

const timeoutMs = 20_000;

type MailConfig = Pick<Config, "smtpUrl" | "mailFrom" | "portalName" | "dataDir"> &
  Partial<Pick<Config, "externalAllow"> & Pick<Changeable, "logo"> & Pick<Sending, "mailWay">>;

/** People of the portal have removed its mail server: what was written waits until there is one again. */
export class NoMailServer extends Error {
  constructor() {
    super("The mail server was removed in the settings; mails wait until one is set there.");
  }
}

/** Sends each mail as the configuration says by then. */
export function openMailer(config: MailConfig): Mailer {
  const from = () => ({ name: config.portalName, address: config.mailFrom, logo: config.logo });
  const messageId = (key: string) => messageIdOf(config, key);
  const files = fileMailer(join(config.dataDir, "outbox"), from, messageId);
  const server = smtpMailer(config, from, messageId);
  return {
    send: async (...mail) => {
      if (config.mailWay === "none") throw new NoMailServer();
      await (config.smtpUrl === undefined ? files : server).send(...mail);
    },
    sweep: (nowMs) => files.sweep(nowMs),
    close: () => {
      files.close();
      server.close();
    },
  };
}

/** The Message-ID of the mail with this key, with its brackets. */
export function messageIdOf({ mailFrom }: Pick<Config, "mailFrom">, key: string): string {
  return `<${createHash("sha256").update(key).digest("hex").slice(0, 40)}@${mailFrom.split("@").at(-1)}>`;
}

interface Sender {
  name: string;
  address: string;
  logo: Changeable["logo"];
}

/** The picture of the portal travels with the mail: nothing is fetched when somebody reads it. */
const logoCid = "portal-logo";
function withLogo(html: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}\n<p><img src="cid:${logoCid}" alt="" height="40"></p>`);
}

function headed(
  { follows, files = [], unsubscribe, isAutomatic = false, ...mail }: Mail,
  key: string,
  from: () => Sender,
  messageId: (key: string) => string,
) {
  const before = follows === undefined ? {} : { inReplyTo: messageId(follows), references: messageId(follows) };
  const list = unsubscribe !== undefined && { list: { unsubscribe } };
  const headers = {
    ...(unsubscribe !== undefined && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    ...(isAutomatic && { "Auto-Submitted": "auto-generated" }),
  };
  const { logo, ...sender } = from();
  const attachments = files.map(({ name, contentType, base64 }) => ({
    ...{ filename: name, contentType, content: base64, encoding: "base64" },
  }));
  const picture = logo && {
    filename: `logo.${logo.type.split("/")[1]}`,
    cid: logoCid,
    contentType: logo.type,
    content: logo.bytes,
    contentDisposition: "inline" as const,
  };
  return {
    ...mail,
    ...before,
    ...list,
    ...(logo && { html: withLogo(mail.html) }),
    headers,
    attachments: [...attachments, ...(picture ? [picture] : [])],
    from: sender,
    messageId: messageId(key),
  };
}

function smtpMailer(config: MailConfig, from: () => Sender, messageId: (key: string) => string): Omit<Mailer, "sweep"> {
  const guard = openOutgoing({ allow: config.externalAllow ?? [] });
  let open: { id: string; transport: ReturnType<typeof transportTo> } | undefined;
  /** The server that is set now; a connection to one of before is closed once it is not used any more. */
  const current = async () => {
    const { smtpUrl = "", mailWay } = config;
    const address = mailWay === "guarded" ? await guard.check(webAddressOf(smtpUrl), timeoutMs) : undefined;
    const id = `${smtpUrl} ${address}`;
    if (open?.id === id) return open.transport;
    open?.transport.close();
    open = { id, transport: transportTo(smtpUrl, address) };
    return open.transport;
  };
  return {
    send: async (mail, key) => void (await (await current()).sendMail(headed(mail, key, from, messageId))),
    close: () => open?.transport.close(),
  };
}

/** @param address That was looked at, and no other is dialled. Undefined: as the server's name leads. */
function transportTo(smtpUrl: string, address: string | undefined) {
  return createTransport({ ...smtpOptions(smtpUrl, address), disableFileAccess: true, disableUrlAccess: true });
}

/** How a mail server is spoken to, whoever asks. */
export function smtpOptions(smtpUrl: string, address: string | undefined, longestMs = timeoutMs) {
  const times = { connectionTimeout: longestMs, greetingTimeout: longestMs, socketTimeout: longestMs };
  if (address === undefined) return { url: smtpUrl, ...times };
  const { smtpHost = "", smtpPort, smtpSecurity, smtpUser, smtpPassword = "" } = partsOf(smtpUrl);
  return {
    ...times,
    host: address,
    port: Number(smtpPort),
    secure: smtpSecurity === "tls",
    requireTLS: smtpSecurity === "starttls",
    ...(isIP(smtpHost) === 0 && { tls: { servername: smtpHost } }),
    ...(smtpUser !== undefined && { auth: { user: smtpUser, pass: smtpPassword } }),
  };
}

/** A file's name contains its expiry: `1790000000-<id>.eml`, in epoch seconds. */
const fileName = /^(\d+)-[0-9a-f]+\.eml$/;

function fileMailer(folder: string, from: () => Sender, messageId: (key: string) => string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    send: async (mail, key, expiresAt) => {
      const { message } = await composer.sendMail(headed(mail, key, from, messageId));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = createHash("sha256").update(key).digest("hex").slice(0, 24);
      const file = join(folder, `${Math.ceil(expiresAt.getTime() / 1_000)}-${id}.eml`);
      // Renamed to its final name only once it is complete.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    sweep: async (nowMs) => {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const until = fileName.exec(name)?.[1];
        if (until !== undefined && Number(until) * 1_000 <= nowMs) await rm(join(folder, name), { force: true });
      }
    },
    close: () => composer.close(),
  };
}
