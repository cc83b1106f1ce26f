import { z } from "zod";

import { unknownPlaceholders } from "@offgrid/contract/channels/message-template";

import type { Setting } from "./config.setting.ts";

/** Where messages to people go out, besides mail and the browser, and who learns that the portal is well. */
export interface ChannelConfig {
  /** Undefined: nobody is told. */
  heartbeatUrl: string | undefined;
  telegramUrl: string;
  /** Undefined: nothing goes out by Telegram. */
  telegramToken: string | undefined;
  /** Undefined: nothing goes out by SMS. */
  smsUrl: string | undefined;
  smsHeaders: Readonly<Record<string, string>>;
  /** JSON where it begins with a brace, else a form; `{to}` and `{text}` stand for number and text. */
  smsBody: string;
}

const httpUrl = z.url({ protocol: /^https?$/ });
const smsPlaceholders = ["to", "text"];
/** How a request is sent is not for a setting to say. */
const headersOfRequest = new Set([
  "connection",
  "content-length",
  "host",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const headerLine = /^([\w-]{1,64}): ?([\x20-\x7e]{1,1024})$/;

/** A brace of JSON is none of a placeholder. */
function isSmsBody(body: string): boolean {
  const named = [...body.matchAll(/\{\w*\}/g)].map(([text]) => text).join(" ");
  if (unknownPlaceholders(named, smsPlaceholders).length > 0) return false;
  if (!smsPlaceholders.every((name) => body.includes(`{${name}}`))) return false;
  if (!body.startsWith("{")) return true;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

export const channelSettings = {
  heartbeatUrl: {
    name: "HEARTBEAT_URL",
    fallback: undefined,
    shown: "unset: none",
    meaning:
      "address that is read every five minutes while the portal is well, so that another service notices when not",
    expected: "an address such as https://status.example.org/ping/portal",
    schema: httpUrl.optional(),
  },
  telegramUrl: {
    name: "TELEGRAM_URL",
    fallback: "https://api.telegram.org",
    shown: "https://api.telegram.org",
    meaning: "bot interface of Telegram",
    expected: "an address such as https://api.telegram.org",
    schema: httpUrl.transform((url) => url.replace(/\/+$/, "")),
  },
  telegramToken: {
    name: "TELEGRAM_TOKEN",
    fallback: undefined,
    shown: "unset: no Telegram",
    meaning: "token of the bot that writes to people by Telegram",
    expected: "a token such as 123456:ABC-DEF",
    schema: z
      .string()
      .regex(/^\d{1,20}:[\w-]{1,128}$/)
      .optional(),
  },
  smsUrl: {
    name: "SMS_URL",
    fallback: undefined,
    shown: "unset: no SMS",
    meaning: "address of the service that sends SMS; docs/operations.md has examples",
    expected: "an address such as https://sms.example.org/messages",
    schema: httpUrl.optional(),
  },
  smsHeaders: {
    name: "SMS_HEADERS",
    fallback: undefined,
    shown: "unset: none",
    meaning: "headers for that service, such as its key, separated by |",
    expected: "headers such as apiKey: abc | Accept: application/json",
    schema: z
      .string()
      .transform((text) => text.split("|").map((line) => headerLine.exec(line.trim())))
      .refine((lines) => lines.every((line) => line !== null && !headersOfRequest.has(line[1]?.toLowerCase() ?? "")))
      .transform((lines) => Object.fromEntries(lines.map((line) => [line?.[1] ?? "", line?.[2] ?? ""])))
      .optional(),
  },
  smsBody: {
    name: "SMS_BODY",
    fallback: "to={to}&message={text}",
    shown: "to={to}&message={text}",
    meaning: "what is posted to it, a form or JSON, with {to} and {text} in the places of number and text",
    expected: 'a form such as to={to}&message={text}, or JSON such as {"to":"{to}","text":"{text}"}',
    schema: z.string().max(2_000).refine(isSmsBody),
  },
} satisfies Record<string, Setting>;

/** May hold keys. */
export const secretChannelSettings = ["HEARTBEAT_URL", "TELEGRAM_TOKEN", "SMS_URL", "SMS_HEADERS", "SMS_BODY"];

type Read = <Key extends keyof typeof channelSettings>(key: Key) => z.output<(typeof channelSettings)[Key]["schema"]>;

/** @param read The value of a setting, or what stands for it. */
export function channelConfig(read: Read): ChannelConfig {
  return {
    heartbeatUrl: read("heartbeatUrl"),
    telegramUrl: read("telegramUrl"),
    telegramToken: read("telegramToken"),
    smsUrl: read("smsUrl"),
    smsHeaders: read("smsHeaders") ?? {},
    smsBody: read("smsBody"),
  };
}
