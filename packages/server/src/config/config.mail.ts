import { isIP } from "node:net";

import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** How mails go out and come in. */
export interface MailConfig {
  /** Undefined: mails are written to files. */
  smtpUrl: string | undefined;
  /** Sender of mails. */
  mailFrom: string;
  /** Undefined: nobody answers by mail. */
  mailIn: MailInConfig | undefined;
}

/** Where mails that answer tickets come in. */
export interface MailInConfig {
  /** Of the addresses, in lower case. */
  domain: string;
  /** 0: any free port, for tests. */
  port: number;
  host: string;
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainName = new RegExp(`^(?:${label}\\.)+${label}$`);

export const mailSettings = {
  smtpUrl: {
    name: "SMTP_URL",
    fallback: undefined,
    shown: "unset: files",
    meaning: "mail server; without one, mails are written as .eml files to the folder outbox in DATA_DIR",
    expected: "an address such as smtps://user:password@mail.example.org:465",
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  mailFrom: {
    name: "MAIL_FROM",
    fallback: undefined,
    shown: "SUPPORT_EMAIL",
    meaning: "sender of mails",
    expected: "an email address",
    schema: z.email().optional(),
  },
  mailInDomain: {
    name: "MAIL_IN_DOMAIN",
    fallback: undefined,
    shown: "unset: no mail in",
    meaning: "domain of the addresses by which tickets are answered by mail; switches the receiver on",
    expected: "a domain such as tickets.example.org",
    schema: z.string().trim().toLowerCase().max(190).regex(domainName).optional(),
  },
  mailInPort: {
    name: "MAIL_IN_PORT",
    fallback: "2525",
    shown: "2525",
    meaning: "SMTP for these mails, at processes with the role api; 0 picks any free port",
    expected: "a port number from 0 to 65535",
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.int().max(65_535)),
  },
  mailInHost: {
    name: "MAIL_IN_HOST",
    fallback: "127.0.0.1",
    shown: "127.0.0.1",
    meaning: "address on which it listens; without the certificate of MQTT_TLS_CERT a loopback address",
    expected: "an IP address of this machine or localhost, and without MQTT_TLS_CERT and MQTT_TLS_KEY a loopback one",
    schema: z
      .string()
      .transform((host) => (host === "localhost" ? "127.0.0.1" : host))
      .refine((host) => isIP(host) !== 0),
  },
} satisfies Record<string, Setting>;

type Read = <Key extends keyof typeof mailSettings>(key: Key) => z.output<(typeof mailSettings)[Key]["schema"]>;

/**
 * @param read The value of a setting, or what stands for it.
 * @returns undefined: mails do not come in.
 */
export function mailInConfig(read: Read): MailInConfig | undefined {
  const [domain, port, host] = [read("mailInDomain"), read("mailInPort"), read("mailInHost")];
  return domain === undefined ? undefined : { domain, port, host };
}
