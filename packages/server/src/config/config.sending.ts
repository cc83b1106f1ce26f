import { isIP } from "node:net";

import {
  type SendingField,
  type SendingService,
  sendingFields,
  sendingRefusals,
  smtpSecurities,
} from "@offgrid/contract/settings/sending-services";
import { z } from "zod";

import { type ChannelConfig, channelSettings } from "./config.channels.ts";
import { type MailConfig, mailSettings } from "./config.mail.ts";
import type { Setting } from "./config.setting.ts";

/** By what the portal sends. Apart from other settings, since nothing of it may reach a screen as it is. */
export interface Sending extends ChannelConfig, Pick<MailConfig, "smtpUrl" | "mailFrom"> {
  /**
   * usual: as the environment has the server, or to files; guarded: to a server that people of the portal named, and to
   * public addresses only; none: they removed it, and mails wait.
   */
  mailWay: "usual" | "guarded" | "none";
}

/** As people type it: of each field its text, absent where there is none. */
export type SendingValues = Partial<Record<SendingField, string>>;

type Shape = Pick<Setting, "expected" | "schema">;

const isHost = (host: string) => isIP(host) !== 0 || /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host);
const credential = z.string().max(512).optional();
const shapes = {
  ...channelSettings,
  smtpHost: {
    expected: "the name or address of a mail server, such as mail.example.org",
    schema: z.string().refine(isHost),
  },
  smtpPort: {
    expected: "a port number from 1 to 65535",
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .refine((port) => Number(port) >= 1 && Number(port) <= 65_535)
      .optional(),
  },
  smtpSecurity: { expected: `one of ${smtpSecurities.join(", ")}`, schema: z.enum(smtpSecurities).optional() },
  smtpUser: { expected: "at most 512 characters", schema: credential },
  smtpPassword: { expected: "at most 512 characters", schema: credential },
  mailFrom: mailSettings.mailFrom,
} satisfies Record<SendingField, Shape>;

/** Without which a service cannot be. */
const needed: Record<SendingService, SendingField> = {
  mail: "smtpHost",
  sms: "smsUrl",
  telegram: "telegramToken",
  heartbeat: "heartbeatUrl",
};

/** What is wrong with the values of a service, by field, in the words of the configuration; empty: nothing. */
export function faultsOfValues(service: SendingService, values: SendingValues): Partial<Record<SendingField, string>> {
  const faults: Partial<Record<SendingField, string>> = {};
  for (const name of sendingFields[service]) {
    const { schema, expected }: Shape = shapes[name];
    const value = values[name];
    if (value !== undefined && !schema.safeParse(value).success) faults[name] = `It must be ${expected}.`;
  }
  if (values[needed[service]] === undefined) faults[needed[service]] = sendingRefusals.missing;
  if (values.smtpPassword !== undefined && values.smtpUser === undefined) faults.smtpUser = sendingRefusals.missing;
  return faults;
}

/** Of a service that people removed. */
export const removed: Readonly<Record<SendingService, Partial<Sending>>> = {
  mail: { smtpUrl: undefined, mailWay: "none" },
  sms: { smsUrl: undefined },
  telegram: { telegramToken: undefined },
  heartbeat: { heartbeatUrl: undefined },
};

/** @param values Without faults. @param usual As the environment has it. */
export function sendingOf(service: SendingService, values: SendingValues, usual: Sending): Partial<Sending> {
  const read = <Name extends keyof typeof channelSettings>(name: Name) => {
    const { schema, fallback } = channelSettings[name];
    return schema.parse(values[name] ?? fallback) as z.output<(typeof channelSettings)[Name]["schema"]>;
  };
  switch (service) {
    case "mail": {
      const smtpUrl = smtpUrlOf(values);
      const isUsual = usual.smtpUrl !== undefined && hostOf(usual.smtpUrl) === hostOf(smtpUrl);
      return { smtpUrl, mailFrom: values.mailFrom ?? usual.mailFrom, mailWay: isUsual ? "usual" : "guarded" };
    }
    case "sms":
      return { smsUrl: read("smsUrl"), smsHeaders: read("smsHeaders") ?? {}, smsBody: read("smsBody") };
    case "telegram":
      return { telegramUrl: read("telegramUrl"), telegramToken: read("telegramToken") };
    case "heartbeat":
      return { heartbeatUrl: read("heartbeatUrl") };
  }
}

/** What the environment has of a service, as people would have typed it; undefined: it has none. */
export function valuesOf(service: SendingService, usual: Sending): SendingValues | undefined {
  switch (service) {
    case "mail":
      return usual.smtpUrl === undefined ? undefined : { ...partsOf(usual.smtpUrl), mailFrom: usual.mailFrom };
    case "sms": {
      const { smsUrl, smsHeaders, smsBody } = usual;
      const headers = Object.entries(smsHeaders).map(([name, value]) => `${name}: ${value}`);
      return smsUrl === undefined
        ? undefined
        : { smsUrl, smsBody, ...(headers.length > 0 && { smsHeaders: headers.join(" | ") }) };
    }
    case "telegram": {
      const { telegramUrl, telegramToken } = usual;
      return telegramToken === undefined ? undefined : { telegramUrl, telegramToken };
    }
    case "heartbeat":
      return usual.heartbeatUrl === undefined ? undefined : { heartbeatUrl: usual.heartbeatUrl };
  }
}

/** The address by which a service is dialled, for the guard; undefined: the environment's own mail server. */
export function dialledBy(sending: Partial<Sending>): string | undefined {
  if (sending.mailWay === "usual") return undefined;
  if (sending.smtpUrl !== undefined) return webAddressOf(sending.smtpUrl);
  return sending.smsUrl ?? sending.heartbeatUrl ?? sending.telegramUrl;
}

/** The same server and port as the guard understands them. */
export function webAddressOf(smtpUrl: string): string {
  return `http://${hostOf(smtpUrl)}`;
}

const usualPort = (security: string | undefined) => (security === "tls" ? "465" : "587");

/** Host and port, as an address has them. */
function hostOf(smtpUrl: string): string {
  const { smtpHost = "", smtpPort } = partsOf(smtpUrl);
  return `${isIP(smtpHost) === 6 ? `[${smtpHost}]` : smtpHost}:${smtpPort}`;
}

/** @returns the parts of the address of a mail server. */
export function partsOf(smtpUrl: string): SendingValues {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const security = protocol === "smtps:" ? "tls" : searchParams.get("requireTLS") === "true" ? "starttls" : "offered";
  return {
    smtpHost: hostname.replaceAll(/^\[|\]$/g, "").toLowerCase(),
    smtpPort: port === "" ? usualPort(security) : port,
    smtpSecurity: security,
    ...(username !== "" && { smtpUser: decodeURIComponent(username) }),
    ...(password !== "" && { smtpPassword: decodeURIComponent(password) }),
  };
}

function smtpUrlOf({ smtpHost = "", smtpPort, smtpSecurity = "tls", smtpUser, smtpPassword }: SendingValues): string {
  const [user, password] = [smtpUser, smtpPassword].map((text) => text && encodeURIComponent(text));
  const host = isIP(smtpHost) === 6 ? `[${smtpHost}]` : smtpHost;
  const signIn = user === undefined ? "" : `${user}${password === undefined ? "" : `:${password}`}@`;
  const more = smtpSecurity === "starttls" ? "?requireTLS=true" : "";
  return `${smtpSecurity === "tls" ? "smtps" : "smtp"}://${signIn}${host}:${smtpPort ?? usualPort(smtpSecurity)}${more}`;
}
