import { createHmac } from "node:crypto";

import { type ChannelKind, isWorthRetrying, type SendProblem } from "@offgrid/contract/channels/channel-kinds";
import { type SendingService, sendingServices } from "@offgrid/contract/settings/sending-services";

import { escapeHtml } from "../../mail/escape-html.ts";
import type { Limits } from "../../calls/limits.ts";
import type { Config } from "../../config/config.ts";
import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { noteSending } from "../../external/sending-outcomes.store.ts";
import { type Outgoing, OutgoingRefused, openOutgoing, parseAddress } from "../../external/outgoing.ts";
import { type Problem, problemIn, problemOf as problemOnWay } from "../../external/send-problems.ts";
import { NoMailServer } from "../../mail/mailer.ts";
import type { Outbox } from "../../mail/outbox.ts";
import type { Listener, Message } from "./message.ts";
import {
  footOf,
  smsOf,
  type Worded,
  type Wording,
  wordMessage,
  type PausedChannel,
  wordPause,
  wordsIn,
  wordTest,
} from "./message-words.ts";
import { pushKeys } from "./push-keys.store.ts";
import { waitForTurn } from "./send-limits.ts";
import type { Target } from "./target.ts";
import { encryptPush, pushAuthorization, topicOf } from "./web-push.ts";

/** Telegram refuses longer texts. */
const longestTelegram = 4_096;
const timeoutMs = 10_000;
const maxBytes = 64 * 1_024;
/** A browser that is away for longer has other news to show. */
const pushLifeS = 4 * 3_600;
const mailLifeMs = 24 * 3_600_000;

export type Outcome = "ok" | { problem: SendProblem; isFinal: boolean; askedMs?: number };

interface SenderParts {
  config: Config;
  db: Db;
  clock: Clock;
  box: SecretBox;
  outbox: Outbox;
  limits: Limits;
}

export interface Sending {
  /** Whose channel it is. */
  userId: string;
  target: Target;
  to: Listener;
  template: string | null;
  /** Address of the web app. */
  url: string;
}

/** Sends by all kinds of channels. Whoever asks notes what came of a message; here it is noted of the portal's services. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #ask: Outgoing;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#ask = openOutgoing({ allow: parts.config.externalAllow });
  }

  /** @returns why an address is not dialled; undefined: it would be. */
  async faultOf(url: string): Promise<"unshaped" | "closed" | "unfound" | undefined> {
    try {
      parseAddress(url);
    } catch {
      return "unshaped";
    }
    try {
      await this.#ask.check(url, timeoutMs);
      return undefined;
    } catch (error) {
      if (error instanceof OutgoingRefused) return error.problem === "closed" ? "closed" : "unfound";
      throw error;
    }
  }

  /** @param message Undefined: a test. */
  async send(sending: Sending, message: Message | undefined): Promise<Outcome> {
    const { userId, target, to, template, url } = sending;
    const { limits, config } = this.#parts;
    const waitMs = await waitForTurn(limits, { userId, target, isTest: message === undefined });
    if (waitMs !== undefined) return { problem: "day_limit", isFinal: false, askedMs: waitMs };
    const { portalName } = config;
    const how: Wording = { language: to.language, portalName, url, template };
    const worded = message ? wordMessage(message, how) : wordTest(how);
    const problem = await this.#deliver(sending, how, worded, message).catch(problemOf);
    const service = sendingServices.find((one) => one === target.kind);
    if (service) await this.#note(service, problem);
    if (problem === undefined) return "ok";
    const { problem: name, askedMs } = problem;
    const isDoubled = name === "unanswered" && isDoubledUnseen(target.kind);
    return { problem: name, isFinal: isDoubled || !isWorthRetrying(name), ...(askedMs !== undefined && { askedMs }) };
  }

  /** Asks for the address of the heartbeat once, as a test. */
  async knock(): Promise<Outcome> {
    const { heartbeatUrl } = this.#parts.config;
    if (heartbeatUrl === undefined) return { problem: "not_configured", isFinal: true };
    const knocked = this.#ask(heartbeatUrl, { timeoutMs, maxBytes });
    const found = await knocked.then((answer) => problemIn(answer, this.#parts.clock.now()), problemOf);
    await this.#note("heartbeat", found);
    return found ? { problem: found.problem, isFinal: true } : "ok";
  }

  /** Writes into the transaction a mail that says that another channel of the person is paused. */
  async writePause(tx: Db, to: Listener, paused: PausedChannel, url: string): Promise<void> {
    const { outbox, config, clock } = this.#parts;
    const how = { language: to.language, portalName: config.portalName, url };
    const mail = { to: to.email, ...mailOf(wordPause(paused, how), to, how) };
    const key = `channel paused ${paused.id} ${paused.atMs}`;
    await outbox.write(tx, key, mail, new Date(clock.now() + mailLifeMs));
  }

  /** What went out went out, also where the database cannot be told. */
  async #note(service: SendingService, problem: Problem | undefined): Promise<void> {
    const { db, clock } = this.#parts;
    await noteSending(db, service, problem?.problem, clock.now()).catch(() => undefined);
  }

  async #deliver(
    { target, to }: Sending,
    how: Wording,
    worded: Worded,
    message: Message | undefined,
  ): Promise<Problem | undefined> {
    switch (target.kind) {
      case "mail":
        return this.#mail(to, how, worded, message);
      case "push":
        return this.#push(target, worded, message);
      case "webhook":
        return this.#webhook(target, worded, message);
      case "telegram":
        return this.#telegram(target, worded);
      case "sms":
        return this.#sms(target, worded);
    }
  }

  async #mail(to: Listener, how: Wording, worded: Worded, message: Message | undefined): Promise<Problem | undefined> {
    if (!to.isVerified) return { problem: "unverified" };
    const { outbox, clock } = this.#parts;
    const root = message?.items[0]?.incidentId ?? undefined;
    const thread = root === undefined ? undefined : `incident ${root} ${to.email}`;
    const isFirst = message?.items[0]?.isFirst ?? false;
    const own = message ? `delivery ${message.id}` : `test ${clock.now()} ${to.email}`;
    const mail = { to: to.email, ...mailOf(worded, to, how) };
    const follows = thread !== undefined && !isFirst ? { follows: thread } : {};
    const key = thread !== undefined && isFirst ? thread : own;
    await outbox.handOver({ ...mail, ...follows }, key, new Date(clock.now() + mailLifeMs));
    return undefined;
  }

  async #push(
    { endpoint, p256dh, auth }: Extract<Target, { kind: "push" }>,
    { subject, paragraphs, link }: Worded,
    message: Message | undefined,
  ): Promise<Problem | undefined> {
    const { config, db, box, clock } = this.#parts;
    const [item] = message?.items ?? [];
    const topic = topicOf(item?.incidentId ?? `delivery ${message?.id ?? "test"}`);
    const { pathname, search } = new URL(link);
    const payload = {
      title: subject,
      body: paragraphs.join("\n").slice(0, 1_000),
      url: `${pathname}${search}`,
      tag: topic,
    };
    const isUrgent = message?.items.some(({ severity, kind }) => severity === "critical" && kind !== "cleared");
    const answer = await this.#ask(endpoint, {
      timeoutMs,
      maxBytes,
      body: encryptPush(JSON.stringify(payload), { p256dh, auth }),
      headers: {
        authorization: pushAuthorization(endpoint, await pushKeys(db, box), config.supportEmail, clock.now()),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: String(pushLifeS),
        urgency: isUrgent ? "high" : "normal",
        topic,
      },
    });
    if (answer.status === 404 || answer.status === 410) return { problem: "gone" };
    return problemIn(answer, this.#parts.clock.now());
  }

  async #webhook(
    { url, secret }: Extract<Target, { kind: "webhook" }>,
    worded: Worded,
    message: Message | undefined,
  ): Promise<Problem | undefined> {
    const nowMs = this.#parts.clock.now();
    const body = JSON.stringify(webhookBody(worded, message, nowMs));
    const at = String(Math.floor(nowMs / 1_000));
    const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    const answer = await this.#ask(url, {
      timeoutMs,
      maxBytes,
      body,
      headers: {
        "content-type": "application/json",
        "x-offgrid-delivery": message ? String(message.id) : "test",
        "x-offgrid-time": at,
        "x-offgrid-signature": `sha256=${signature}`,
      },
    });
    return problemIn(answer, this.#parts.clock.now());
  }

  async #telegram({ chat }: Extract<Target, { kind: "telegram" }>, { short }: Worded): Promise<Problem | undefined> {
    const { telegramUrl, telegramToken } = this.#parts.config;
    if (telegramToken === undefined) return { problem: "not_configured" };
    const answer = await this.#ask(`${telegramUrl}/bot${telegramToken}/sendMessage`, {
      timeoutMs,
      maxBytes,
      body: JSON.stringify({ chat_id: chat, text: short.slice(0, longestTelegram) }),
      headers: { "content-type": "application/json" },
    });
    return problemIn(answer, this.#parts.clock.now());
  }

  async #sms({ phone }: Extract<Target, { kind: "sms" }>, worded: Worded): Promise<Problem | undefined> {
    const { smsUrl, smsHeaders, smsBody } = this.#parts.config;
    if (smsUrl === undefined) return { problem: "not_configured" };
    const isJson = smsBody.startsWith("{");
    const values: Record<string, string> = { to: phone, text: smsOf(worded) };
    const written = (text: string) => (isJson ? JSON.stringify(text).slice(1, -1) : encodeURIComponent(text));
    const answer = await this.#ask(smsUrl, {
      timeoutMs,
      maxBytes,
      body: smsBody.replaceAll(/\{(to|text)\}/g, (_, name: string) => written(values[name] ?? "")),
      headers: {
        "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded",
        ...smsHeaders,
      },
    });
    return problemIn(answer, this.#parts.clock.now());
  }
}

/** Nobody recognises a second text message as the first one. */
export function isDoubledUnseen(kind: ChannelKind): boolean {
  return kind === "sms" || kind === "telegram";
}

function problemOf(error: unknown): Problem {
  return error instanceof NoMailServer ? { problem: "not_configured" } : problemOnWay(error);
}

/** What a webhook is told: docs/operations.md has it. */
function webhookBody({ subject, link }: Worded, message: Message | undefined, nowMs: number) {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    version: 1,
    id: message ? String(message.id) : "test",
    at: at(nowMs),
    text: subject,
    link,
    items: (message?.items ?? []).map(({ incidentId, kind, severity, containers, warnings, dark }) => ({
      incidentId,
      kind,
      severity,
      containers,
      warnings: warnings.map((one) => ({
        containerId: one.containerId,
        containerName: one.containerName,
        content: one.content,
        severity: one.severity,
        // Of commands to whatever output it is empty.
        attribute: one.attribute === "" ? null : one.attribute,
        value: one.value,
        raisedAt: at(one.raisedMs),
        clearedAt: at(one.clearedMs),
        note: one.note,
      })),
      dark: dark && { ...dark, fromMs: undefined, toMs: undefined, from: at(dark.fromMs), to: at(dark.toMs) },
    })),
  };
}

function mailOf(
  { subject, paragraphs, link, rules }: Worded,
  { firstName, language }: Listener,
  how: Omit<Wording, "template">,
) {
  const { action, hello } = wordsIn(language);
  const greeting = hello(firstName);
  const lines = [...(greeting === undefined ? [] : [greeting]), subject, ...paragraphs];
  const links = [{ text: action, link }, ...rules];
  const foot = footOf(how);
  const html = [
    ...lines.map((line) => `<p>${line === subject ? `<b>${escapeHtml(line)}</b>` : escapeHtml(line)}</p>`),
    ...links.map((one) => `<p><a href="${escapeHtml(one.link)}">${escapeHtml(one.text)}</a></p>`),
    `<p style="color:#666;font-size:12px">${escapeHtml(foot)}</p>`,
  ].join("\n");
  return {
    subject,
    text: [...lines, ...links.map((one) => `${one.text}:\n${one.link}`), "-- ", foot].join("\n\n"),
    html: `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><body style="font-family:sans-serif;max-width:560px">\n${html}\n</body></html>\n`,
  };
}
