import { createHash } from "node:crypto";

import type { LocaleCode } from "@offgrid/contract/core/constants";
import { instantText } from "@offgrid/contract/telemetry/time-text";
import { defaultLocale } from "@offgrid/contract/core/constants";

import type { Config } from "../config/config.ts";
import type { Clock } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { type Letter, compose } from "./mails.ts";
import type { Outbox } from "./outbox.ts";
import * as tokens from "./mail-tokens.store.ts";

/** What is needed to write a mail; the context of a call has all of it. */
export interface Post {
  clock: Clock;
  config: Pick<Config, "portalName" | "supportEmail">;
  outbox: Outbox;
  /** Address of the web app. */
  url: string;
  afterCommit(effect: () => void): void;
}

export interface Addressee {
  id: string;
  firstName: string;
  language: LocaleCode | undefined;
}

/** Undefined for nobody. */
type Recipient = Omit<Addressee, "id"> & { id: string | null };

/** Somebody else reset what the person signs in with; they are told who and when. */
interface ResetLetter {
  kind: "reset_password" | "reset_both";
  by: string;
  at: string;
}

const messageLifeMs = 24 * 3_600_000;

/** Address of a page with a token after the `#`, where no server and no log sees it. */
export function linkTo(url: string, page: string, hash: string, language: LocaleCode = defaultLocale): string {
  return `${url}${language === defaultLocale ? "" : `/${language}`}/${page}#${hash}`;
}

/**
 * Writes an invitation, a reset or a verification into the transaction.
 * @param to The recipient, whose address the link proves. Without an id nothing is sent, but the same work is done, so
 *   that the response time does not reveal whether such an account exists.
 * @returns the link, which opens the account: never part of an answer.
 */
export async function postLink(
  post: Post,
  db: Db,
  to: Recipient & { email: string },
  letter: { kind: "invite"; by: string } | { kind: "reset" } | { kind: "verify" } | ResetLetter,
): Promise<string> {
  const { kind } = letter;
  const use = kind === "reset_password" || kind === "reset_both" ? "reset" : kind;
  const { token, expiresAt } = await tokens.make(db, use, { userId: to.id, email: to.email }, post.clock.now());
  const page = kind === "verify" ? "users/verify" : "reset-pass";
  const hash = `token=${token}${kind === "invite" ? "&invite=1" : ""}`;
  const link = linkTo(post.url, page, hash, to.language);
  await write(
    post,
    db,
    to,
    kind === "verify" ? { kind, link, email: to.email } : { ...letter, link },
    expiresAt,
    token,
  );
  return link;
}

/** Asks a person, at their current address, whether they agree to a new one. */
export async function postConsent(
  post: Post,
  db: Db,
  to: Addressee & { email: string },
  { email, by }: { email: string; by: string },
): Promise<void> {
  const { token, expiresAt } = await tokens.make(db, "consent", { userId: to.id, email }, post.clock.now());
  const link = linkTo(post.url, "users/verify", `token=${token}&agree=1`, to.language);
  await write(post, db, to, { kind: "consent", link, email, by }, expiresAt, token);
}

/** Writes a mail without a link. */
export async function postNotice(
  post: Post,
  db: Db,
  to: Addressee & { email: string },
  letter: Extract<Letter, { kind: "changed" | "taken" | "reset_factor" | "deleted" }>,
): Promise<void> {
  const nowMs = post.clock.now();
  const about = "email" in letter ? letter.email : to.email;
  await write(post, db, to, letter, new Date(nowMs + messageLifeMs), `${about} ${nowMs}`);
}

async function write(
  { config, outbox, afterCommit }: Post,
  db: Db,
  to: Recipient & { email: string },
  letter: Letter,
  expiresAt: Date,
  distinct: string,
): Promise<void> {
  const mail = compose(letter, { ...to, language: to.language ?? defaultLocale }, config);
  const key = `${letter.kind} ${to.id} ${createHash("sha256").update(distinct).digest("base64url")}`;
  await outbox.write(db, key, mail, expiresAt, to.id !== null);
  afterCommit(() => outbox.kick());
}

/** People know no zone of the portal, so a mail names its own. */
export function instantInMail(ms: number, language: LocaleCode): string {
  return `${instantText(ms, "UTC", language)} (UTC)`;
}
