import { expect, test } from "vitest";

import { faultsOfValues, type Sending, type SendingValues, sendingOf, valuesOf } from "./config.sending.ts";
import { readConfig } from "./config.ts";
import { LiveConfig } from "./live-config.ts";

const usualOf = (env: Record<string, string> = {}): Sending => new LiveConfig(readConfig(env)).usualSending;

test("what the environment has is understood as people would type it, and typed so it is the same", () => {
  const usual = usualOf({
    SMTP_URL: "smtps://ada%40example.org:p%2Fw@mail.example.org",
    MAIL_FROM: "portal@example.org",
    SMS_URL: "https://sms.example.org/messages",
    SMS_HEADERS: "apiKey: abc | Accept: application/json",
    TELEGRAM_TOKEN: "1:abc",
    HEARTBEAT_URL: "https://status.example.org/ping/portal",
  });
  expect(valuesOf("mail", usual)).toEqual({
    smtpHost: "mail.example.org",
    smtpPort: "465",
    smtpSecurity: "tls",
    smtpUser: "ada@example.org",
    smtpPassword: "p/w",
    mailFrom: "portal@example.org",
  });
  for (const service of ["sms", "telegram", "heartbeat"] as const)
    expect(usual).toMatchObject(sendingOf(service, valuesOf(service, usual) ?? {}, usual));
  for (const service of ["mail", "sms", "telegram", "heartbeat"] as const)
    expect(valuesOf(service, usualOf())).toBeUndefined();
});

test("a mail server that people named is dialled with the guard, and the environment's own as ever", () => {
  const usual = usualOf({ SMTP_URL: "smtp://127.0.0.1:25" });
  const wayTo = (values: SendingValues) => sendingOf("mail", values, usual);
  expect(wayTo({ smtpHost: "127.0.0.1", smtpPort: "25", smtpSecurity: "offered" })).toMatchObject({
    smtpUrl: "smtp://127.0.0.1:25",
    mailFrom: "support@offgrid.example",
    mailWay: "usual",
  });
  expect(wayTo({ smtpHost: "::1", smtpSecurity: "starttls", smtpUser: "ö", smtpPassword: "@/" })).toMatchObject({
    smtpUrl: "smtp://%C3%B6:%40%2F@[::1]:587?requireTLS=true",
    mailWay: "guarded",
  });
  expect(wayTo({ smtpHost: "mail.example.org" }).smtpUrl).toBe("smtps://mail.example.org:465");
});

test.each([
  ["mail", { smtpHost: "mail.example.org/x" }, ["smtpHost"]],
  ["mail", { smtpHost: "mail.example.org", smtpPort: "0", smtpSecurity: "none" }, ["smtpPort", "smtpSecurity"]],
  ["mail", { smtpHost: "mail.example.org", smtpPassword: "x", mailFrom: "nobody" }, ["mailFrom", "smtpUser"]],
  [
    "sms",
    { smsUrl: "sms.example.org", smsHeaders: "apiKey", smsBody: "to={to}&text={words}" },
    ["smsUrl", "smsHeaders", "smsBody"],
  ],
  ["sms", { smsBody: "to={to}&text={text}" }, ["smsUrl"]],
  ["sms", { smsUrl: "https://sms.example.org", smsHeaders: "apiKey: a | HOST: other.example.org" }, ["smsHeaders"]],
  ["telegram", { telegramUrl: "ftp://example.org", telegramToken: "abc" }, ["telegramUrl", "telegramToken"]],
  ["heartbeat", {}, ["heartbeatUrl"]],
] as const)("of %s, %j is refused by field in the words of the configuration", (service, values, fields) => {
  const faults = faultsOfValues(service, values);
  expect(Object.keys(faults).toSorted()).toEqual(fields.toSorted());
  for (const fault of Object.values(faults)) expect(fault).toMatch(/^(It must be .+|Please fill this field)\.$/);
});
